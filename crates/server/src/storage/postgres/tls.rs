//! TLS to the database.
//!
//! The crate `tokio-postgres-rustls` would save few lines: what each `sslmode` accepts must be written here anyway.

use crate::storage::StorageError;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

/// How the server's certificate is checked, and the client's own certificate.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Whether an authority must have signed it, one that the system knows or one in the file `root`.
    pub(super) authority: bool,
    /// Whether it must be for the server's name.
    pub(super) name: bool,
    pub(super) root: Option<PathBuf>,
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
}

/// Returns the TLS settings for these checks.
pub(super) fn client_config(checks: &Checks) -> Result<Arc<ClientConfig>, StorageError> {
    let provider = Arc::new(ring::default_provider());
    let authorities = checks.authority.then(|| authorities(checks.root.as_deref(), &provider)).transpose()?;
    let verifier = Verifier { authorities, checks_name: checks.name, provider: provider.clone() };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(refused)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    Ok(Arc::new(match (&checks.certificate, &checks.key) {
        (None, None) => config.with_no_client_auth(),
        (Some(certificate), Some(key)) => {
            let key = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error))?;
            config.with_client_auth_cert(certificates(certificate)?, key).map_err(refused)?
        }
        _ => return Err(StorageError::BadAddress("sslcert and sslkey belong together".into())),
    }))
}

fn authorities(
    root: Option<&Path>,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, StorageError> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(root) = root {
        for certificate in certificates(root)? {
            store.add(certificate).map_err(refused)?;
        }
    }
    WebPkiServerVerifier::builder_with_provider(Arc::new(store), provider.clone()).build().map_err(refused)
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, StorageError> {
    let read = CertificateDer::pem_file_iter(path).and_then(|certificates| certificates.collect());
    read.map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, error: pem::Error) -> StorageError {
    let source = Arc::new(io::Error::new(io::ErrorKind::InvalidData, error.to_string()));
    StorageError::File { path: path.into(), source }
}

fn refused(error: impl ToString) -> StorageError {
    StorageError::BadAddress(error.to_string())
}

/// Checks a certificate as far as `sslmode` requires.
#[derive(Debug)]
struct Verifier {
    authorities: Option<Arc<WebPkiServerVerifier>>,
    checks_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(authorities) = &self.authorities else { return Ok(ServerCertVerified::assertion()) };
        match authorities.verify_server_cert(certificate, between, name, ocsp, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.checks_name => Ok(ServerCertVerified::assertion()),
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Encrypts connections with these settings.
#[derive(Clone)]
pub(super) struct Tls(pub(super) Arc<ClientConfig>);

/// A TLS handshake with a host.
pub(super) struct Handshake {
    config: Arc<ClientConfig>,
    host: String,
}

/// An encrypted connection.
pub(super) struct Stream(tokio_rustls::client::TlsStream<Socket>);

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Stream;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        Ok(Handshake { config: self.0.clone(), host: host.into() })
    }
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Stream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let host = ServerName::try_from(self.host)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            Ok(Stream(TlsConnector::from(self.config).connect(host, socket).await?))
        })
    }
}

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, buffer)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
