//! What a link to a game looks like elsewhere: a title, a description and a picture, and the link as a QR code.

use super::pages;
use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::picture_cache::NoPicture;
use crate::room::{Game, seat_names, status_text};
use crate::storage::SeatOccupant;
use crate::web::Encoding;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use parlor_play::{DEFAULT_GAME, View, game};
use qrcodegen::{QrCode, QrCodeEcc};

/// The version of the program, which says how pictures are drawn.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What caches are told about pictures. Sites that show a preview keep it for a while anyway.
const PICTURE_CACHING: &str = "max-age=60";

/// What a page says about itself to those who have only its address.
pub(super) struct Preview {
    title: String,
    description: String,
    /// The path of its picture.
    picture: String,
    /// The path of the page.
    path: String,
}

impl Preview {
    /// Describes the hall.
    pub(super) fn hall() -> Preview {
        Preview {
            title: "Parlor".into(),
            description: "Six grid games to play with a friend, against the computer, or alone.".into(),
            picture: "/preview.png".into(),
            path: "/".into(),
        }
    }

    /// Describes a game: an invitation while a seat is free, then who plays and how it stands.
    pub(super) async fn of_game(app: &App, id: &str) -> Option<Preview> {
        let room = app.hub.room(id).await.ok()?;
        let (title, description) = room
            .with_game(|game, names| {
                let info = game.table.session().info();
                let names = seat_names(game, names);
                (
                    title(game, &names),
                    format!("{}. {}.", status_text(game, &names), capitalized(info.summary)),
                )
            })
            .await
            .ok()?;
        let path = format!("/g/{id}");
        Some(Preview { title, description, picture: format!("/preview/{id}/board.png"), path })
    }

    /// Returns the page with this preview in place of what stands between its two markers.
    pub(super) fn fill(&self, page: &str, server: &str) -> String {
        let (Some((before, rest)), Some((_, after))) =
            (page.split_once("<!-- preview -->"), page.split_once("<!-- end of preview -->"))
        else {
            return page.to_string();
        };
        debug_assert!(rest.len() > after.len());
        let [title, description] = [&self.title, &self.description].map(|text| escape(text));
        let [picture, address] = [&self.picture, &self.path].map(|path| escape(&format!("{server}{path}")));
        format!(
            "{before}<title>{title}</title>\n    \
             <meta name=\"description\" content=\"{description}\" />\n    \
             <meta property=\"og:type\" content=\"website\" />\n    \
             <meta property=\"og:site_name\" content=\"Parlor\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{description}\" />\n    \
             <meta property=\"og:url\" content=\"{address}\" />\n    \
             <meta property=\"og:image\" content=\"{picture}\" />\n    \
             <meta property=\"og:image:width\" content=\"1200\" />\n    \
             <meta property=\"og:image:height\" content=\"630\" />\n    \
             <meta name=\"twitter:card\" content=\"summary_large_image\" />{after}"
        )
    }
}

/// Says who plays, or who waits for somebody.
fn title(game: &Game, names: &[String]) -> String {
    let name = game.table.session().info().title;
    let waits = game.seats.iter().position(|seat| *seat == SeatOccupant::Open);
    let host = game.seats.iter().position(|seat| matches!(seat, SeatOccupant::Guest(_)));
    match (waits, host) {
        (Some(_), Some(host)) => format!("{} invites you to play {name}", names[host]),
        (Some(_), None) => format!("You are invited to play {name}"),
        (None, _) => format!("{name}: {}", names.join(" – ")),
    }
}

/// Returns the picture of a game as it stands.
pub(super) async fn board(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = app.hub.room(&id).await?;
    let seq = room.seq();
    // The tag is known without the picture, so a client that has the picture costs nothing.
    let tag = format!("{VERSION}-{seq}");
    if let Some(unchanged) = pages::unchanged(&headers, &tag, PICTURE_CACHING) {
        return Ok(unchanged);
    }
    let view = async {
        let view = room.with_game(|game, _| (game.table.view(), game.table.session().info().pieces));
        view.await.map_err(ApiError::from)
    };
    let png = app.shared.pictures.game(&id, seq, view).await?;
    Ok(pages::respond(&headers, png, &tag, PICTURE_CACHING, "image/png", Encoding::Plain))
}

/// Returns the picture of the start page.
pub(super) async fn hall(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    let view = async {
        let game = game(DEFAULT_GAME).ok_or(NoPicture)?;
        let info = game.info();
        let cells = info.thumbnail.cells();
        let start = game.start(&parlor_play::Options::default()).map_err(|_| NoPicture)?;
        let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
        let view = View { rows, columns, cells, line: info.thumbnail.line.to_vec(), ..start.view() };
        Ok::<_, NoPicture>((view, info.pieces))
    };
    let png = app.shared.pictures.start_page(view).await?;
    Ok(pages::respond(&headers, png, VERSION, PICTURE_CACHING, "image/png", Encoding::Plain))
}

/// Returns the link to a game as a QR code.
pub(super) async fn qr(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.hub.room(&id).await?;
    let link = format!("{}/g/{id}", public_address(&headers, &app.shared.config));
    let code = QrCode::encode_text(&link, QrCodeEcc::Medium).map_err(|_| ApiError::NotFound)?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, svg(&code)).into_response())
}

/// Draws a QR code with the quiet zone it needs.
fn svg(code: &QrCode) -> String {
    const QUIET: i32 = 4;
    let side = code.size() + 2 * QUIET;
    let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let path: String = dark
        .filter(|(x, y)| code.get_module(*x, *y))
        .map(|(x, y)| format!("M{},{}h1v1h-1z", x + QUIET, y + QUIET))
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    )
}

/// Returns the address of the server that browsers see, without a slash at its end.
pub(super) fn public_address(headers: &HeaderMap, config: &Config) -> String {
    public_origin(headers, config) + config.base_path.prefix()
}

/// Returns the origin that browsers see: the one that was configured, or the one that was asked for.
fn public_origin(headers: &HeaderMap, config: &Config) -> String {
    if let Some(origin) = &config.origin {
        return origin.trim_end_matches('/').to_string();
    }
    let is_https =
        config.behind_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_plain = |host: &&str| {
        host.len() < 256
            && host.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter))
    };
    let host = host.filter(is_plain).map_or_else(|| config.address.to_string(), str::to_string);
    format!("{}://{host}", if is_https { "https" } else { "http" })
}

/// Writes a text so that it stays text in HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wrote_stays_text() {
        let preview = Preview {
            title: "<script>\"&".into(),
            description: "a".into(),
            picture: "/p.png".into(),
            path: "/g/x".into(),
        };
        let page = "<head><!-- preview --><title>Parlor</title><!-- end of preview --></head>";
        let filled = preview.fill(page, "https://parlor.example");
        assert!(filled.starts_with("<head><title>&lt;script&gt;&quot;&amp;</title>"), "{filled}");
        assert!(filled.contains("content=\"https://parlor.example/p.png\""), "{filled}");
        assert!(filled.ends_with("</head>") && !filled.contains("<script"), "{filled}");
        assert_eq!(preview.fill("<head></head>", ""), "<head></head>");
    }

    #[test]
    fn links_have_the_base_path() {
        let address = |origin: Option<&str>, base: &str| {
            let config = Config::new(([127, 0, 0, 1], 8000).into(), "");
            let origin = origin.map(String::from);
            let config = Config { origin, base_path: base.parse().unwrap(), ..config };
            public_address(&HeaderMap::new(), &config)
        };
        assert_eq!(address(None, "/"), "http://127.0.0.1:8000");
        assert_eq!(address(None, "/games/"), "http://127.0.0.1:8000/games");
        assert_eq!(address(Some("https://parlor.example"), "/games"), "https://parlor.example/games");
    }

    #[test]
    fn a_qr_code_has_its_modules_and_a_quiet_zone() {
        let code = QrCode::encode_text("https://parlor.example/g/abc", QrCodeEcc::Medium).unwrap();
        let drawn = svg(&code);
        assert!(drawn.contains(&format!("viewBox=\"0 0 {0} {0}\"", code.size() + 8)));
        // The first finder pattern begins right after the quiet zone.
        assert!(drawn.contains("M4,4h1v1h-1z") && !drawn.contains("M3,"));
    }
}
