//! The OpenAPI description, made from the handlers and the types they send.
//!
//! The crates that make it take longer to compile than they save, so the program serves the copy in `openapi.json`. A test
//! with the feature `openapi` fails when that copy is stale.

use super::openapi_bounds::add_bounds;
use super::{catalogue, follow, games, history, live, me, my_data, ops};
use crate::error::ErrorBody;
use crate::guest::COOKIE;
use crate::room::ServerMessage;
use parlor_play::MoveTarget;
use utoipa::openapi::OpenApi as OpenApiDescription;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Parlor",
        description = "Six grid games. A live game has a WebSocket: the client sends ClientCommand objects, the server \
                       sends ServerMessage objects. docs/server.md says how."
    ),
    paths(
        catalogue::catalogue,
        me::me,
        me::rename,
        me::games,
        my_data::delete,
        my_data::export,
        games::create,
        games::game,
        games::join,
        games::command,
        games::record,
        games::export,
        history::view,
        history::moves,
        live::live,
        follow::open,
        follow::board,
        follow::present,
        follow::end,
        follow::live,
        ops::health,
        ops::ready,
        ops::metrics
    ),
    components(schemas(ErrorBody, MoveTarget, ServerMessage<'static>)),
    modifiers(&CookieSecurity)
)]
struct Description;

/// Describes the cookie by which guests are known; `/api/me` sets it.
struct CookieSecurity;

impl Modify for CookieSecurity {
    fn modify(&self, description: &mut OpenApiDescription) {
        let components = description.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE)));
        components.add_security_scheme("guest", cookie);
    }
}

/// Returns the description as it should be in `openapi.json`.
pub fn openapi_description() -> String {
    bounded_description().unwrap_or_default() + "\n"
}

/// A description has nothing that JSON can't have, so this can't fail.
fn bounded_description() -> serde_json::Result<String> {
    let mut description = serde_json::to_value(Description::openapi())?;
    add_bounds(&mut description);
    serde_json::from_value::<OpenApiDescription>(description)?.to_pretty_json()
}
