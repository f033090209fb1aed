//! Pictures for the previews of links, each drawn once for all who ask for it.
//!
//! Drawing takes milliseconds of CPU time and some megabytes, so only a few pictures are drawn at the same time.
//! The other requests wait, and hold nothing meanwhile.

use crate::picture;
use axum::body::Bytes;
use parlor_play::{PieceKind, View};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OnceCell, Semaphore};

/// The most pictures that are kept. They have up to 100 KB each.
const MAX_PICTURES: usize = 128;

/// The pictures of games, and of the start page.
pub(crate) struct PictureCache {
    games: Mutex<CachedGames>,
    start_page: OnceCell<Bytes>,
    drawing: Arc<Semaphore>,
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture can't be drawn")]
pub(crate) struct NoPicture;

#[derive(Default)]
struct CachedGames {
    /// By the game's id.
    pictures: HashMap<String, CachedPicture>,
    /// Counts the requests, to find the picture that was not used for longest.
    uses: u64,
}

struct CachedPicture {
    /// The seq of the game's log that it was drawn for.
    seq: u64,
    /// Shared by the requests that wait until it is drawn.
    png: Arc<OnceCell<Bytes>>,
    last_use: u64,
}

impl Default for PictureCache {
    fn default() -> PictureCache {
        // Players' moves need the other cores.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        PictureCache {
            games: Mutex::default(),
            start_page: OnceCell::new(),
            drawing: Arc::new(Semaphore::new(cores.div_ceil(4))),
        }
    }
}

impl PictureCache {
    /// Returns the picture of a game whose log has this seq, as PNG. `view` is awaited only if it has to be drawn.
    pub(crate) async fn game<E: From<NoPicture>>(
        &self,
        id: &str,
        seq: u64,
        view: impl Future<Output = Result<(View, PieceKind), E>>,
    ) -> Result<Bytes, E> {
        let picture = self.cached(id, seq);
        picture.get_or_try_init(|| self.draw(view)).await.cloned()
    }

    /// Returns the picture of the start page, as PNG. `view` is awaited only if it has to be drawn.
    pub(crate) async fn start_page<E: From<NoPicture>>(
        &self,
        view: impl Future<Output = Result<(View, PieceKind), E>>,
    ) -> Result<Bytes, E> {
        self.start_page.get_or_try_init(|| self.draw(view)).await.cloned()
    }

    async fn draw<E: From<NoPicture>>(
        &self,
        view: impl Future<Output = Result<(View, PieceKind), E>>,
    ) -> Result<Bytes, E> {
        // It is never closed.
        let permit = self.drawing.clone().acquire_owned().await.map_err(|_| NoPicture)?;
        let (view, pieces) = view.await?;
        let drawn = tokio::task::spawn_blocking(move || {
            // Held until it is drawn, even if nobody waits for it any more.
            let _permit = permit;
            picture::draw(&view, pieces)
        });
        let png = drawn.await.ok().flatten().ok_or(NoPicture)?;
        Ok(png.into())
    }

    /// Returns the place of a picture that was drawn for this seq or a later one. It makes room for a new one.
    fn cached(&self, id: &str, seq: u64) -> Arc<OnceCell<Bytes>> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.uses += 1;
        let last_use = games.uses;
        if let Some(known) = games.pictures.get_mut(id).filter(|known| known.seq >= seq) {
            known.last_use = last_use;
            return known.png.clone();
        }
        if games.pictures.len() >= MAX_PICTURES && !games.pictures.contains_key(id) {
            let oldest = games.pictures.iter().min_by_key(|(_, picture)| picture.last_use);
            let oldest = oldest.map(|(id, _)| id.clone()).unwrap_or_default();
            games.pictures.remove(&oldest);
        }
        let png = Arc::new(OnceCell::new());
        games.pictures.insert(id.into(), CachedPicture { seq, png: png.clone(), last_use });
        png
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use parlor_play::{DEFAULT_GAME, Options, game};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::task::yield_now;

    fn view() -> (View, PieceKind) {
        let game = game(DEFAULT_GAME).unwrap();
        (game.start(&Options::default()).unwrap().view(), game.info().pieces)
    }

    #[tokio::test]
    async fn requests_share_a_picture_until_the_game_goes_on() {
        let cache = PictureCache::default();
        let drawn = AtomicUsize::new(0);
        let ask = async |seq| {
            let view = async {
                drawn.fetch_add(1, Ordering::Relaxed);
                yield_now().await;
                Ok::<_, NoPicture>(view())
            };
            cache.game("game", seq, view).await.unwrap()
        };
        let shared = join_all((0..50).map(|_| ask(7))).await;
        assert_eq!(drawn.load(Ordering::Relaxed), 1);
        assert!(shared.iter().all(|png| png.as_ptr() == shared[0].as_ptr()), "nobody has a copy");
        ask(7).await;
        assert_eq!(drawn.load(Ordering::Relaxed), 1, "it is kept");
        ask(8).await;
        assert_eq!(drawn.load(Ordering::Relaxed), 2, "the game has gone on");
        ask(7).await;
        assert_eq!(drawn.load(Ordering::Relaxed), 2, "a later picture will do");
    }

    #[tokio::test]
    async fn few_pictures_are_drawn_at_the_same_time() {
        let cache = PictureCache { drawing: Arc::new(Semaphore::new(2)), ..PictureCache::default() };
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let ask = async |id: usize| {
            let view = async {
                most.fetch_max(running.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                for _ in 0..100 {
                    yield_now().await;
                }
                running.fetch_sub(1, Ordering::Relaxed);
                Ok::<_, NoPicture>(view())
            };
            cache.game(&id.to_string(), 1, view).await.unwrap()
        };
        join_all((0..6).map(ask)).await;
        assert_eq!(most.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn a_picture_that_fails_or_is_given_up_is_drawn_for_the_next_request() {
        let cache = PictureCache { drawing: Arc::new(Semaphore::new(1)), ..PictureCache::default() };
        let failed = cache.game("game", 1, async { Err(NoPicture) }).await;
        assert_eq!(failed, Err(NoPicture));
        let endless = cache.game("game", 1, std::future::pending::<Result<_, NoPicture>>());
        {
            let mut endless = std::pin::pin!(endless);
            assert!(futures_util::poll!(endless.as_mut()).is_pending());
        }
        assert!(cache.game("game", 1, async { Ok::<_, NoPicture>(view()) }).await.is_ok());
    }

    #[test]
    fn the_picture_that_was_not_used_for_longest_makes_room() {
        let cache = PictureCache::default();
        for game in 0..MAX_PICTURES {
            cache.cached(&game.to_string(), 1);
        }
        cache.cached("0", 1);
        cache.cached("new", 1);
        let games = cache.games.lock().unwrap();
        assert_eq!(games.pictures.len(), MAX_PICTURES);
        let is_kept = |id: &str| games.pictures.contains_key(id);
        assert!(is_kept("0") && !is_kept("1") && is_kept("2") && is_kept("new"));
    }
}
