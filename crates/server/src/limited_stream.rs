//! A connection that reads no faster than a client has reason to send, and doesn't wait forever for one that reads nothing.
//!
//! Frames without content never become messages, so a limit on messages does not see them: bytes are counted as they
//! arrive.
//!
//! When it is shut down it discards what the client still sends, up to a limit. The system resets a connection that is
//! closed with unread bytes, and the client might never read why: the response 413, or the code of a WebSocket.

use crate::idle_connections::TrackedConnection;
use crate::throttle::ConnectionPermit;
use crate::token_bucket::TokenBucket;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};

/// How long a connection that was shut down waits for the client to close it, too.
const LINGER: Duration = Duration::from_secs(2);

/// How many bytes are discarded meanwhile.
const LINGER_BYTES: usize = 1 << 20;

/// Why a connection is not read any further.
#[derive(Debug, thiserror::Error)]
#[error("the client sends too much")]
pub(crate) struct TooManyBytes;

impl TooManyBytes {
    /// Whether an error of a connection has this reason.
    pub(crate) fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<TooManyBytes>())
    }
}

/// A connection with a limit on the bytes it receives.
pub(crate) struct LimitedStream<S> {
    stream: S,
    bytes: TokenBucket,
    tracked: Arc<TrackedConnection>,
    /// The end of the time in which the client has to take something of what is being sent.
    stalled: Option<Pin<Box<Sleep>>>,
    /// In milliseconds.
    longest_stall: u32,
    /// Set once it is shut down.
    linger: Option<Box<Linger>>,
    _permits: Permits,
}

/// How long a client may take nothing of what is being sent to it, in milliseconds.
const LONGEST_STALL: u32 = 30_000;

/// What is left of [`LINGER`] and [`LINGER_BYTES`].
struct Linger {
    end: Pin<Box<Sleep>>,
    bytes: usize,
}

/// What a connection holds for as long as it is open, as a WebSocket too: its place among all connections, and among
/// those of its address.
pub(crate) type Permits = (OwnedSemaphorePermit, Option<ConnectionPermit>);

impl<S> LimitedStream<S> {
    /// Limits a connection to what comes into this bucket.
    pub(crate) fn new(
        stream: S,
        bytes: TokenBucket,
        permits: Permits,
        tracked: Arc<TrackedConnection>,
    ) -> LimitedStream<S> {
        LimitedStream {
            stream,
            bytes,
            tracked,
            stalled: None,
            longest_stall: LONGEST_STALL,
            linger: None,
            _permits: permits,
        }
    }

    /// Passes on what came of writing, or an error if nothing could be written for too long.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if result.is_ready() {
            self.stalled = None;
            return result;
        }
        let longest = Duration::from_millis(self.longest_stall.into());
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(longest)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let received = buffer.filled().len() - before;
        let is_allowed = self.bytes.take_many(received as f64, Instant::now());
        Poll::Ready(if is_allowed { Ok(()) } else { Err(io::Error::other(TooManyBytes)) })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.tracked.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let LimitedStream { stream, linger, .. } = &mut *self;
        let linger = match linger {
            Some(linger) => linger,
            none => {
                ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
                none.insert(Box::new(Linger { end: Box::pin(sleep(LINGER)), bytes: LINGER_BYTES }))
            }
        };
        let mut discarded = [0; 4_096];
        while linger.bytes > 0 {
            let mut buffer = ReadBuf::new(&mut discarded);
            match Pin::new(&mut *stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    linger.bytes = linger.bytes.saturating_sub(buffer.filled().len());
                }
                // The client has closed it, or is gone.
                Poll::Ready(_) => break,
                Poll::Pending => return linger.end.as_mut().poll(context).map(Ok),
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idle_connections::IdleConnections;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn a_client_who_reads_nothing_is_given_up() {
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let tracked = Arc::<IdleConnections>::default().add();
        let (server, mut client) = duplex(16);
        let bytes = TokenBucket::new(1e9, Duration::from_secs(1));
        let mut server = LimitedStream::new(server, bytes, (place, None), tracked);
        server.longest_stall = 20;
        // Whatever is taken starts the time again.
        for _ in 0..10 {
            server.write_all(&[7; 16]).await.unwrap();
            client.read_exact(&mut [0; 16]).await.unwrap();
        }
        let refused = server.write_all(&[7; 17]).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::TimedOut);
    }
}
