//! JSON as the API means it.
//!
//! serde also accepts an array of the fields for a struct, which is not part of the API, and refuses `3.0` for an integer,
//! which JSON Schema allows.

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// A value that was written as a JSON object.
pub(crate) struct JsonObject<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonObject<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<JsonObject<T>, D::Error> {
        input.deserialize_map(ObjectVisitor(PhantomData)).map(JsonObject)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Returns a JSON text with its whole numbers as integers, if one of them is not: `3.0` becomes `3`.
pub(crate) fn with_integers(text: &[u8]) -> Option<Vec<u8>> {
    let mut value = serde_json::from_slice(text).ok()?;
    if make_integers(&mut value) { serde_json::to_vec(&value).ok() } else { None }
}

/// Replaces whole numbers by integers, and returns whether there were any.
fn make_integers(value: &mut Value) -> bool {
    // Up to here every whole number is exact.
    const MOST: f64 = (1_u64 << 53) as f64;
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MOST);
            whole.inspect(|whole| *value = Value::from(*whole as i64)).is_some()
        }
        // Not `any`, which would stop at the first one.
        Value::Array(items) => items.iter_mut().fold(false, |found, item| make_integers(item) | found),
        Value::Object(fields) => fields.values_mut().fold(false, |found, field| make_integers(field) | found),
        _ => false,
    }
}

/// Reads a field that must be an object.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<T, D::Error> {
    JsonObject::deserialize(input).map(|JsonObject(value)| value)
}

/// Reads a field that must be an object or null.
pub(crate) fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    input: D,
) -> Result<Option<T>, D::Error> {
    Option::<JsonObject<T>>::deserialize(input).map(|value| value.map(|JsonObject(value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_become_integers() {
        let changed =
            |text: &str| with_integers(text.as_bytes()).map(|text| String::from_utf8(text).unwrap());
        assert_eq!(
            changed(r#"{"a":3.0,"b":[-2e3,1.5,7],"c":"4.0"}"#).unwrap(),
            r#"{"a":3,"b":[-2000,1.5,7],"c":"4.0"}"#
        );
        for text in [r#"{"a":3,"b":1.5}"#, r#"{"a":1e300}"#, "{", "[]"] {
            assert_eq!(changed(text), None, "{text}");
        }
    }
}
