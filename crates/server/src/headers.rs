//! Middleware: the client's address, request limits, the origin check, and the headers of every response.

use crate::admission::{admit, is_for_operators, refuse};
use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::proxies::client_address;
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::time::timeout;

/// The client's address, an extension of every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientIp(pub(crate) IpAddr);

const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// How long a request may take to arrive and be answered.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest error text that is passed on, in bytes.
const LONGEST_ERROR: usize = 4_096;

/// Tells browsers to use HTTPS alone, for a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the security headers to every response.
pub(crate) async fn secure(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    if is_api && response.status().is_client_error() {
        response = as_json(response).await;
    }
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(name, value);
    }
    if app.shared.config.origin.as_ref().is_some_and(|origin| origin.starts_with("https://")) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Turns an error of axum or tower into one of ours.
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
    let mut error = ApiError::Other { status: parts.status, reason }.into_response();
    // Among them `Allow`, the methods that there are.
    for (name, value) in parts.headers.iter().filter(|(name, _)| !name.as_str().starts_with("content-")) {
        error.headers_mut().insert(name, value.clone());
    }
    error
}

/// Refuses requests for other hosts, from other sites and from clients that make too many.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let config = &app.shared.config;
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let ip = client_address(config, peer.unwrap_or(IpAddr::from([0, 0, 0, 0])), request.headers());
    let refusal = refusal(&request, config);
    request.extensions_mut().insert(ClientIp(ip));
    let response = async {
        match refusal {
            Some(error) => refuse(error).await,
            None => admit(&app, ip, request, next).await,
        }
    };
    let response = timeout(REQUEST_TIMEOUT, response).await;
    response.unwrap_or_else(|_| ApiError::Timeout.into_response())
}

/// Returns why a request is refused, regardless of the client.
fn refusal(request: &Request, config: &Config) -> Option<ApiError> {
    match requested_host(request) {
        Err(error) => return Some(error),
        Ok(host) if !is_for_operators(request.uri().path()) && !is_our_host(host, config) => {
            return Some(ApiError::OtherHost);
        }
        Ok(_) => {}
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key(header::SEC_WEBSOCKET_KEY);
    let is_ours = same_origin(request.headers(), config.origin.as_deref());
    ((changes || is_socket) && !is_ours).then_some(ApiError::OtherSite)
}

/// Returns the host that a request is for: from its address if that is absolute, otherwise from its header. A proxy in
/// front may look at one and we at the other, so both have to agree.
fn requested_host<B>(request: &Request<B>) -> Result<Option<&str>, ApiError> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().map(HeaderValue::to_str).transpose().map_err(|_| ApiError::BadHost)?;
    let authority = request.uri().authority().map(|authority| authority.as_str());
    match (authority, host) {
        _ if named.next().is_some() => Err(ApiError::BadHost),
        (Some(authority), Some(host)) if !authority.eq_ignore_ascii_case(host) => Err(ApiError::BadHost),
        // HTTP/1.0 has no such header, and neither have some programs of operators.
        _ => Ok(authority.or(host)),
    }
}

/// Whether a request is for this server. A page of another site can make its own name lead to this machine, and would
/// then be allowed to read what the server answers: so the names are checked wherever they are known.
fn is_our_host(host: Option<&str>, config: &Config) -> bool {
    let is_local = config.address.ip().is_loopback();
    if !is_local && config.origin.is_none() {
        return true;
    }
    let Some(host) = host else { return false };
    let origin_host =
        config.origin.as_deref().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    if origin_host.is_some_and(|own| own.trim_end_matches('/').eq_ignore_ascii_case(host)) {
        return true;
    }
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_local_name =
        name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost");
    is_local && (is_local_name || address.is_ok_and(|address| address.is_loopback()))
}

/// Whether a request comes from our own page, or from no page at all.
fn same_origin(headers: &HeaderMap, own: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(own) = own {
        return origin == own.trim_end_matches('/');
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin_host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    origin_host.is_some() && origin_host == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn other_hosts_are_recognized() {
        let is_ours = |host: &str, address: &str, origin: Option<&str>| {
            let config = Config::new(address.parse().unwrap(), "");
            let config = Config { origin: origin.map(String::from), ..config };
            is_our_host(Some(host), &config)
        };
        for host in
            ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "[::1]", "parlor.localhost"]
        {
            assert!(is_ours(host, "127.0.0.1:8000", None), "{host}");
            assert!(!is_ours(host, "0.0.0.0:8000", Some("https://parlor.example")), "{host}");
        }
        for host in ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "192.0.2.1:8000"] {
            assert!(!is_ours(host, "127.0.0.1:8000", None), "{host}");
            assert!(is_ours(host, "0.0.0.0:8000", None), "nothing is known about the names: {host}");
        }
        assert!(is_ours("Parlor.example", "127.0.0.1:8000", Some("https://parlor.example")));
        assert!(is_ours("parlor.example:81", "0.0.0.0:81", Some("http://parlor.example:81/")));
        assert!(!is_ours("parlor.example", "0.0.0.0:81", Some("http://parlor.example:81")));
    }

    #[test]
    fn one_host_is_requested() {
        let requested = |address: &str, hosts: &[&str]| {
            let mut request = axum::http::Request::get(address);
            for host in hosts {
                request = request.header("host", *host);
            }
            let request = request.body(()).unwrap();
            requested_host(&request).map(|host| host.map(String::from)).ok()
        };
        let some = |host: &str| Some(Some(host.to_string()));
        assert_eq!(requested("/", &[]), Some(None));
        assert_eq!(requested("/", &["a:1"]), some("a:1"));
        assert_eq!(requested("http://a:1/", &["A:1"]), some("a:1"));
        assert_eq!(requested("http://a:1/", &[]), some("a:1"));
        for (address, hosts) in [
            ("/", ["a", "b"].as_slice()),
            ("/", &["a", "a"]),
            ("http://a/", &["b"]),
            ("http://a:1/", &["a"]),
            ("http://eve@a/", &["a"]),
            ("/", &["\u{e9}"]),
        ] {
            assert_eq!(requested(address, hosts), None, "{address} {hosts:?}");
        }
    }

    #[test]
    fn other_sites_are_recognized() {
        let ours = [("host", "127.0.0.1:8000"), ("origin", "http://127.0.0.1:8000")];
        assert!(same_origin(&headers(&ours), None));
        assert!(same_origin(&headers(&[("host", "a")]), None), "a program, not a page");
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "http://b")]), None));
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "null")]), None));
        assert!(same_origin(&headers(&[("host", "a"), ("origin", "https://b")]), Some("https://b/")));
        assert!(!same_origin(&headers(&[("host", "a"), ("origin", "http://a")]), Some("https://b")));
    }
}
