//! How to connect to a server: TLS, certificates and passwords.
//!
//! `sslmode=require`, `verify-ca` and `verify-full` mean TLS with a certificate that is checked, against the
//! system's authorities or those in the file `sslrootcert`. That is stricter than libpq, whose `require`
//! accepts any certificate. Without one of them the connection is not encrypted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use postgres::config::SslMode;
use postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::engine::StoreError;

/// How long it may take to connect.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct Target {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

/// The TLS settings of an address, and the rest of it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Address {
    rest: String,
    mode: String,
    authorities: Option<PathBuf>,
}

impl Target {
    /// The server at an address, a URL or a list such as `host=db`, with a password if the address has none.
    /// Fails if it cannot be read, or its file of authorities cannot.
    pub(super) fn at(address: &str, password: Option<&str>) -> Result<Target, StoreError> {
        let Address { rest, mode, authorities } = Address::read(address);
        let mut config: Config = rest.parse()?;
        if let (Some(password), None) = (password, config.get_password()) {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        config.application_name("judge");
        let tls = match mode.as_str() {
            "" | "disable" | "allow" | "prefer" => None,
            "require" | "verify-ca" | "verify-full" => Some(tls(authorities.as_deref())?),
            _ => return Err(StoreError::SslMode(mode)),
        };
        config.ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable });
        Ok(Target { config, tls })
    }

    pub(super) fn connect(&self) -> Result<Client, StoreError> {
        Ok(match &self.tls {
            Some(tls) => self.config.connect(tls.clone())?,
            None => self.config.connect(NoTls)?,
        })
    }
}

impl Address {
    fn read(address: &str) -> Address {
        let is_url = address.contains("://");
        let (base, parameters) =
            if is_url { address.split_once('?').unwrap_or((address, "")) } else { ("", address) };
        let mut read = Address::default();
        let mut others = Vec::new();
        for parameter in parameters.split(if is_url { '&' } else { ' ' }).filter(|word| !word.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", mode)) => mode.clone_into(&mut read.mode),
                Some(("sslrootcert", file)) => read.authorities = Some(file.replace("%2F", "/").into()),
                _ => others.push(parameter),
            }
        }
        read.rest = match (is_url, others.is_empty()) {
            (true, true) => base.to_owned(),
            (true, false) => format!("{base}?{}", others.join("&")),
            (false, _) => others.join(" "),
        };
        read
    }
}

fn tls(authorities: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let certificates = match authorities {
        Some(file) => CertificateDer::pem_file_iter(file)
            .and_then(Iterator::collect)
            .map_err(|why| StoreError::Certificates(format!("{}: {why}", file.display())))?,
        None => rustls_native_certs::load_native_certs().certs,
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates);
    if roots.is_empty() {
        return Err(StoreError::Certificates("there is no certificate of an authority".to_owned()));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| StoreError::Certificates(why.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_tls_is_taken_out_of_an_address() {
        let address = |rest: &str, mode: &str, file: Option<&str>| Address {
            rest: rest.to_owned(),
            mode: mode.to_owned(),
            authorities: file.map(PathBuf::from),
        };
        for (text, expected) in [
            ("postgres://a@b/c", address("postgres://a@b/c", "", None)),
            ("postgres://a@b/c?sslmode=require", address("postgres://a@b/c", "require", None)),
            (
                "postgres://a@b/c?connect_timeout=3&sslmode=verify-full&sslrootcert=%2Fca.pem",
                address("postgres://a@b/c?connect_timeout=3", "verify-full", Some("/ca.pem")),
            ),
            ("host=b sslmode=prefer user=a", address("host=b user=a", "prefer", None)),
        ] {
            assert_eq!(Address::read(text), expected, "{text}");
        }
        assert!(matches!(Target::at("host=b sslmode=always", None), Err(StoreError::SslMode(_))));
    }
}
