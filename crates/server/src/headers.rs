//! What stands before every request: where it comes from, how many there are, and the headers of every answer.

use crate::app::App;
use crate::error::ApiError;
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::time::timeout;

/// The client's address, put into every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub(crate) IpAddr);

const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// How long a request may take to come whole and be answered.
const WHOLE: Duration = Duration::from_secs(30);

/// Bytes of an error that is passed on.
const LONGEST_ERROR: usize = 4_096;

/// Gives every answer the headers that keep a browser safe.
pub(crate) async fn secure(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    if is_api && response.status().is_client_error() {
        response = as_json(response).await;
    }
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(name, value);
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// An error as the interface tells it, whoever noticed it first.
async fn as_json(response: Response) -> Response {
    let (parts, body) = response.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("application/json")) {
        return Response::from_parts(parts, body);
    }
    let text = to_bytes(body, LONGEST_ERROR).await.unwrap_or_default();
    let reason = match String::from_utf8_lossy(&text) {
        none if none.is_empty() => parts.status.canonical_reason().unwrap_or_default().to_lowercase(),
        text => text.into_owned(),
    };
    let mut told = ApiError::new(parts.status, reason).into_response();
    // What else it says, as which methods there are.
    for (name, value) in parts.headers.iter().filter(|(name, _)| !name.as_str().starts_with("content-")) {
        told.headers_mut().insert(name, value.clone());
    }
    told
}

/// Refuses what comes from another site or too often.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let config = &app.shared.config;
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = config.behind_proxy.then(|| forwarded(request.headers())).flatten();
    let from = forwarded.or(connected).unwrap_or(IpAddr::from([0, 0, 0, 0]));
    // The page comes in many small parts that cost next to nothing; without one of them there would be no page.
    if !is_page(request.uri().path()) && !app.shared.throttle.request(from) {
        let reason = format!("too many requests: {} a second at most", config.limits.requests);
        return ApiError::too_many(reason).into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key(header::SEC_WEBSOCKET_KEY);
    if (changes || is_socket) && !same_origin(request.headers(), config.origin.as_deref()) {
        let reason = "the request comes from another site";
        return ApiError::new(StatusCode::FORBIDDEN, reason).into_response();
    }
    request.extensions_mut().insert(From(from));
    timeout(WHOLE, next.run(request)).await.unwrap_or_else(|_| {
        let reason = "the request took too long to come";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, reason).into_response()
    })
}

/// Whether a path is that of the page or one of its parts.
fn is_page(path: &str) -> bool {
    path == "/" || path.starts_with("/g/") || path.starts_with("/assets/")
}

/// Whether a request comes from our own page, or from no page at all.
fn same_origin(headers: &HeaderMap, own: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(own) = own {
        return origin == own.trim_end_matches('/');
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let asked = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    asked.is_some() && asked == host
}

/// The client as the nearest proxy saw it: the last address of the list, which alone it vouches for.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn another_site_is_told_from_our_own() {
        let ours = [("host", "127.0.0.1:8000"), ("origin", "http://127.0.0.1:8000")];
        assert!(same_origin(&headers(&ours), None));
        assert!(same_origin(&headers(&[("host", "a")]), None), "a program, not a page");
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "http://b")]), None));
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "null")]), None));
        assert!(same_origin(&headers(&[("host", "a"), ("origin", "https://b")]), Some("https://b/")));
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "http://a")]), Some("https://b")));
    }

    #[test]
    fn only_the_last_proxy_is_believed() {
        let found = forwarded(&headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]));
        assert_eq!(found, Some([5, 6, 7, 8].into()));
        assert_eq!(forwarded(&headers(&[])), None);
    }
}
