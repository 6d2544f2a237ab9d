//! Webhooks: the hosts that may receive rulings, and the signatures.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use ureq::http::Uri;
use ureq::http::uri::Authority;

/// Which addresses may receive rulings, and the key for signatures.
#[derive(Debug, Default)]
pub(crate) struct Webhooks {
    /// Names of hosts, with their port unless it is the usual one.
    pub hosts: Vec<String>,
    /// The key of the signature.
    pub secret: String,
}

impl Webhooks {
    /// Whether there is a key, unless there are no hosts.
    pub(super) fn are_signed(&self) -> bool {
        self.hosts.is_empty() || !self.secret.is_empty()
    }

    /// Whether an address may receive rulings: a URL of HTTP on an allowed host.
    pub(super) fn allows(&self, address: &str) -> bool {
        let Ok(uri) = address.parse::<Uri>() else { return false };
        let host = uri.authority().map(Authority::as_str);
        matches!(uri.scheme_str(), Some("http" | "https"))
            && host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// The signature of a text: `sha256=` and the HMAC in hexadecimal digits.
    pub(super) fn signature(&self, text: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).expect("a key of any length");
        mac.update(text.as_bytes());
        let digits = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        format!("sha256={digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_hosts_are_told_and_what_they_hear_is_signed() {
        let hosts = ["hooks.example", "hooks.example:8443"].map(str::to_owned).to_vec();
        let webhooks = Webhooks { hosts, secret: "key".to_owned() };
        for (address, is_allowed) in [
            ("https://hooks.example/judge?x=1", true),
            ("http://HOOKS.example/", true),
            ("https://hooks.example:8443/", true),
            ("https://hooks.example:22/", false),
            ("https://hooks.example.evil/", false),
            ("https://hooks.example@evil.example/", false),
            ("https://evil@hooks.example/", false),
            ("file:///etc/passwd", false),
            ("hooks.example", false),
            ("", false),
        ] {
            assert_eq!(webhooks.allows(address), is_allowed, "{address}");
        }
        // A well-known test value.
        let signature = webhooks.signature("The quick brown fox jumps over the lazy dog");
        assert_eq!(signature, "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    }
}
