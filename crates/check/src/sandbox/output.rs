//! What a program prints, read in a thread of its own up to a limit.

use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A stream that is being read.
pub(super) struct Reader {
    bytes: Arc<Mutex<Vec<u8>>>,
    limit: usize,
    thread: JoinHandle<()>,
}

impl Reader {
    /// Starts to read. What is past the limit is counted and thrown away.
    pub(super) fn start(mut stream: impl Read + Send + 'static, limit: usize) -> Reader {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&bytes);
        let thread = thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                let mut bytes = shared.lock().unwrap_or_else(PoisonError::into_inner);
                // One byte more than the limit shows that there was too much.
                let room = (limit + 1).saturating_sub(bytes.len());
                bytes.extend_from_slice(&buffer[..length.min(room)]);
            }
        });
        Reader { bytes, limit, thread }
    }

    /// Returns whether more was printed than the limit.
    pub(super) fn is_over(&self) -> bool {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len() > self.limit
    }

    /// Waits for the end of the stream, but not for ever: somebody outside may hold it open.
    pub(super) fn finish(self) -> Vec<u8> {
        let deadline = Instant::now() + Duration::from_secs(1);
        while !self.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(100));
        }
        let mut bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        bytes.truncate(self.limit);
        bytes
    }
}
