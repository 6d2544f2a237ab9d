//! The evidence of what a suite proves, for any challenge that has some.

use serde::Serialize;
use serde_json::Value;

use super::certificate::Certificate;
use super::declared::certificate::TableCertificate;
use super::declared::flaw::TableFlaw;
use super::generated::Goal;
use super::kind::SuiteKind;
use super::proof::{Flaw, Proof};

/// The evidence of what a suite proves, and that fewer runs are not enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Evidence {
    /// For a table, which it holds.
    Table(TableCertificate),
    /// For tictactoe.
    Tictactoe(Certificate),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEvidence {
    #[error("no suite of {0} has a proof")]
    Game(String),
    #[error("there is no proof for {0}; there are proofs for {names}", names = proved())]
    Suite(&'static str),
    #[error("no runs are complete where the program chooses, so there is no certificate")]
    Hidden,
    #[error("{0}")]
    Table(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvidenceFlaw {
    #[error(transparent)]
    Table(#[from] TableFlaw),
    #[error(transparent)]
    Tictactoe(#[from] Flaw),
}

/// The names of the suites of tictactoe that have a proof.
fn proved() -> String {
    let proved = SuiteKind::ALL.iter().filter(|kind| Goal::of(**kind).is_some());
    proved.map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

impl Evidence {
    /// It as JSON, on one line.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Reads evidence from JSON. Only that for a table holds a challenge.
    pub fn read(json: &[u8]) -> serde_json::Result<Evidence> {
        match serde_json::from_slice::<Value>(json)?.get("challenge") {
            Some(_) => serde_json::from_slice(json).map(Evidence::Table),
            None => serde_json::from_slice(json).map(Evidence::Tictactoe),
        }
    }

    /// Checks it. Returns what it proves, in sentences.
    pub fn check(&self) -> Result<String, EvidenceFlaw> {
        Ok(match self {
            Evidence::Table(certificate) => certificate.check()?.to_string(),
            Evidence::Tictactoe(certificate) => Proof::check(certificate)?.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Declared, Dialect};
    use crate::suite::evidence;
    use crate::suite::kind::{COMPLETE, PROBED, SMOKE};

    const TABLE: &str = "title = 'A'\n[state]\nn = { init = 0, range = [0, 1] }\n[input]\nup = 'up'\n\
                         [[rule]]\non = 'up'\nset.n = '1 - n'\nsay = ['ok']\n[[rule]]\non = '*'\nsay = ['no']\n\
                         [words]\nok = \"{n}\\n\"\nno = \"no\\n\"\n";

    #[test]
    fn evidence_is_read_back_and_says_what_it_proves() {
        let table = Dialect::Declared(Declared::read("a", TABLE).expect("it is a table"));
        for (challenge, kind, expected) in [
            (&Dialect::Tictactoe, COMPLETE, "so fewer than 4,920 runs cannot do.\n"),
            (&table, COMPLETE, "All 10 transitions are taken in some run.\nFewer than 1 runs cannot do.\n"),
            (&table, PROBED, "2 states are told apart, and others answer as one of these does."),
        ] {
            let evidence = evidence(challenge, kind).expect("there is a proof");
            let json = evidence.json().expect("it is plain data");
            assert_eq!(Evidence::read(json.as_bytes()).expect("it was written here"), evidence);
            let proved = evidence.check().expect("it is right");
            assert!(proved.contains(expected), "{proved}");
        }
    }

    #[test]
    fn what_has_no_proof_is_refused() {
        let why = |challenge, kind| evidence(challenge, kind).unwrap_err().to_string();
        let known = "symmetric, complete, probed, pairs, triples";
        let expected = format!("there is no proof for smoke; there are proofs for {known}");
        assert_eq!(why(&Dialect::Tictactoe, SMOKE), expected);
        assert_eq!(why(&Dialect::Othello, COMPLETE), "no suite of othello has a proof");
    }
}
