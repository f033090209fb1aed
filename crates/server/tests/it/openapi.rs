//! The OpenAPI description is complete, and what the server sends is as it says.

use crate::{act, json, server};
use parlor_server::openapi_description;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn the_copy_that_is_served_is_up_to_date() {
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api");
    let copy = api.join("openapi.json");
    if std::env::var_os("PARLOR_WRITE_OPENAPI").is_some() {
        std::fs::write(&copy, openapi_description()).unwrap();
    }
    let is_current = std::fs::read_to_string(&copy).unwrap() == openapi_description();
    assert!(is_current, "stale: PARLOR_WRITE_OPENAPI=1 cargo test -p parlor-server openapi writes it");
}

#[test]
fn the_description_has_exactly_the_routes_of_the_api() {
    let routes = include_str!("../../src/api/mod.rs").split(".route(\"").skip(1);
    let mut routes: Vec<&str> = routes.filter_map(|route| Some(route.split_once('"')?.0)).collect();
    routes.retain(|path| path.starts_with("/api/") && *path != "/api/openapi.json");
    let description: Value = serde_json::from_str(&openapi_description()).unwrap();
    let described = description["paths"].as_object().unwrap().keys().map(String::as_str);
    let mut described: Vec<&str> = described.filter(|path| path.starts_with("/api/")).collect();
    routes.sort_unstable();
    described.sort_unstable();
    assert_eq!(described, routes);
}

/// Checks a value against a schema of the description, as much of JSON Schema as it uses.
fn check(description: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |reason: &str| Err(format!("{reason}: {value} is not {schema}"));
    if let Some(name) = schema["$ref"].as_str() {
        let found = description.pointer(name.trim_start_matches('#'));
        return check(description, found.ok_or_else(|| format!("there is no {name}"))?, value);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().try_for_each(|part| check(description, part, value));
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fits = options.iter().filter(|option| check(description, option, value).is_ok()).count();
        return if fits == 1 { Ok(()) } else { fail(&format!("{fits} alternatives fit")) };
    }
    let types = match &schema["type"] {
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return fail("a schema without a type"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !types.contains(&kind) {
        return fail("the wrong type");
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return fail("not one of the values");
    }
    if let Some(items) = value.as_array() {
        for (index, item) in items.iter().enumerate() {
            let schema = match schema["prefixItems"].get(index) {
                Some(schema) => schema,
                None => &schema["items"],
            };
            check(description, schema, item)?;
        }
    }
    if let Some(fields) = value.as_object() {
        for required in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(required.as_str().unwrap()) {
                return fail(&format!("{required} is missing"));
            }
        }
        for (name, field) in fields {
            let Some(schema) = schema["properties"].get(name) else {
                return fail(&format!("no field {name}"));
            };
            check(description, schema, field)?;
        }
    }
    Ok(())
}

fn assert_is(description: &Value, name: &str, value: &Value) {
    let schema = json!({"$ref": format!("#/components/schemas/{name}")});
    if let Err(reason) = check(description, &schema, value) {
        panic!("{name}: {reason}");
    }
}

#[tokio::test]
async fn every_game_is_as_described() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let description = json(&ann, "/api/openapi.json").await;
    let catalogue = json(&ann, "/api/catalogue").await;
    assert_is(&description, "Catalogue", &catalogue);
    assert_is(&description, "Me", &json(&ann, "/api/me").await);
    for listed in catalogue["games"].as_array().unwrap() {
        let seats = if listed["players"] == 1 { json!(["me"]) } else { json!(["me", "me"]) };
        let request = json!({"game": listed["name"], "seats": seats});
        assert_is(&description, "CreateGame", &request);
        let game = ann.create_game(&request).await.unwrap();
        let mut socket = ann.connect(&game, None).await.unwrap();
        assert_is(&description, "ServerMessage", &socket.next_json().await.unwrap());
        for (number, kind) in ["move", "move", "undo", "move", "resign", "rematch"].into_iter().enumerate() {
            let snapshot = json(&ann, &format!("/api/games/{game}")).await;
            assert_is(&description, "GameSnapshot", &snapshot);
            let text = snapshot["view"]["move_targets"][0][1].as_str().filter(|_| kind == "move");
            let (status, reply) = act(&ann, &game, &number.to_string(), kind, text).await;
            assert_is(&description, if status == 200 { "CommandReply" } else { "ErrorBody" }, &reply);
            while let Ok(Ok(message)) = tokio::time::timeout(
                std::time::Duration::from_millis(if status == 200 { 2_000 } else { 20 }),
                socket.next_json(),
            )
            .await
            {
                assert_is(&description, "ServerMessage", &message);
                if message["type"] == "update" {
                    break;
                }
            }
        }
        assert_is(&description, "Round", &json(&ann, &format!("/api/games/{game}/moves?round=1")).await);
        let position = json(&ann, &format!("/api/games/{game}/view?at=1&round=1")).await;
        assert_is(&description, "PositionAt", &position);
    }
    let own = json(&ann, "/api/me/games").await;
    own.as_array().unwrap().iter().for_each(|game| assert_is(&description, "OwnGame", game));
}

/// Collects the parts of a schema of requests that could be of any size.
fn unbounded(description: &Value, schema: &Value, place: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        return unbounded(description, description.pointer(&name[1..]).unwrap(), name, found);
    }
    for part in ["oneOf", "anyOf", "allOf"].iter().filter_map(|kind| schema[*kind].as_array()).flatten() {
        unbounded(description, part, place, found);
    }
    let types = match &schema["type"] {
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for name in types {
        let bounds: &[&str] = match name {
            "integer" | "number" => &["minimum", "maximum"],
            "array" => &["maxItems", "items"],
            "string" if schema["enum"].is_null() && schema["pattern"].is_null() => &["maxLength"],
            _ => &[],
        };
        let missing = bounds.iter().filter(|bound| schema[**bound].is_null());
        found.extend(missing.map(|bound| format!("{place}: {bound}")));
    }
    if schema["items"].is_object() {
        unbounded(description, &schema["items"], &format!("{place}/items"), found);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        unbounded(description, field, &format!("{place}/{name}"), found);
    }
}

#[test]
fn everything_in_a_request_has_bounds() {
    let description: Value = serde_json::from_str(&openapi_description()).unwrap();
    let mut found = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            unbounded(&description, body, &format!("{method} {path}"), &mut found);
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let place = format!("{method} {path} {}", parameter["name"]);
                unbounded(&description, &parameter["schema"], &place, &mut found);
            }
        }
    }
    assert!(found.is_empty(), "src/api/openapi_bounds.rs lacks: {found:#?}");
}

#[tokio::test]
async fn no_type_is_left_open() {
    let (_folder, running) = server().await;
    let description = json(&running.guest(1), "/api/openapi.json").await;
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for name in
        ["ClientCommand", "Ending", "Layout", "MoveTarget", "Offer", "Options", "Step", "TimeControl", "View"]
    {
        assert!(schemas.contains_key(name), "{name}");
    }
    fn open(schema: &Value) -> bool {
        match schema {
            Value::Object(fields) => {
                fields.get("type").is_some_and(|kind| kind == "object") && !fields.contains_key("properties")
                    || fields.values().any(open)
            }
            Value::Array(items) => items.iter().any(open),
            _ => false,
        }
    }
    for (name, schema) in schemas {
        assert!(!open(schema), "{name}: {schema}");
    }
}
