//! Encrypted connections, and who is believed to be the server.

use std::path::Path;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::Trust;
use crate::StoreErrorKind;
use crate::error::Checked;

/// What makes connections safe.
pub(super) fn connector(trust: &Trust) -> Checked<MakeRustlsConnect> {
    let provider = Arc::new(ring::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match trust {
        Trust::AnyServer => Arc::new(AnyServer(Arc::clone(&provider))),
        Trust::SignedBy(roots) => {
            let verifier = WebPkiServerVerifier::builder_with_provider(read(roots)?.into(), Arc::clone(&provider));
            verifier.build().map_err(|error| unusable(roots, &error))?
        }
    };
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| StoreErrorKind::Unavailable { why: error.to_string() })?;
    let config = config.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn read(path: &Path) -> Checked<RootCertStore> {
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| unusable(path, &error))?;
    roots.add_parsable_certificates(certificates.flatten());
    if roots.is_empty() {
        return Err(unusable(path, &"there is no certificate in it"));
    }
    Ok(roots)
}

fn unusable(path: &Path, why: &dyn std::fmt::Display) -> crate::error::Problem {
    let why = format!("sslrootcert={}: {why}", path.display());
    StoreErrorKind::NotLetIn { why, expected: "a file of certificates (PEM)" }.into()
}

/// Whoever answers is taken for the server, as `sslmode=require` means it: the line is encrypted and no more.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
