//! Which database a service uses, and how it is opened.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::engine::StoreError;
use super::store::Store;
use judging::files;
use judging::process::Interrupt;

/// How long a server may take to start, as a machine does with all its services.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time between two attempts.
const AGAIN: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    Server {
        url: String,
        /// The password, if the URL has none.
        password: Option<String>,
    },
    /// A file of SQLite.
    File(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownDatabase {
    #[error("--database {0}: name the file, as in sqlite:judge.sqlite")]
    NoFile(String),
    #[error("no home folder: {0}; give a file with --database")]
    NoHome(String),
    #[error(
        "--database: there is no database {0:?}; use postgres://USER@HOST/NAME, or a file (./{0}:… if it is the name of one)"
    )]
    Scheme(String),
}

impl FromStr for Database {
    type Err = UnknownDatabase;

    /// A URL of a server, `sqlite:FILE`, or a path.
    fn from_str(text: &str) -> Result<Database, UnknownDatabase> {
        let Some((scheme, rest)) = text.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
            return Ok(Database::File(text.into()));
        };
        match scheme {
            "postgres" | "postgresql" => Ok(Database::Server { url: text.to_owned(), password: None }),
            "sqlite" if rest.trim_start_matches('/').is_empty() => {
                Err(UnknownDatabase::NoFile(text.to_owned()))
            }
            "sqlite" => Ok(Database::File(rest.strip_prefix("//").unwrap_or(rest).into())),
            _ => Err(UnknownDatabase::Scheme(scheme.to_owned())),
        }
    }
}

impl Database {
    /// The file that is used if no database is named.
    pub fn usual() -> Result<Database, UnknownDatabase> {
        let data = files::data_folder().map_err(|why| UnknownDatabase::NoHome(why.to_string()))?;
        Ok(Database::File(data.join("judge").join("service.sqlite")))
    }

    /// Sets the password of a database on a server: the first line of a file, or else that of the environment.
    /// Fails with [`StoreError::File`] if the file cannot be read, or its first line is empty.
    pub fn with_password(self, file: Option<&Path>) -> Result<Database, StoreError> {
        let Database::Server { url, .. } = self else { return Ok(self) };
        let password = match file {
            Some(file) => {
                let why = |why| StoreError::File(file.display().to_string(), why);
                Some(first_line(file).map_err(why)?)
            }
            None => std::env::var("PGPASSWORD").ok(),
        };
        Ok(Database::Server { url, password })
    }

    /// The database with its tables migrated, for a command that needs what is in it: a file is not created.
    pub fn existing(&self) -> Result<Store, StoreError> {
        match self.missing_file() {
            Some(file) => Err(StoreError::NoFile(file.display().to_string())),
            None => self.open(),
        }
    }

    /// The file of the database, if it is one that is not there.
    pub fn missing_file(&self) -> Option<&Path> {
        let Database::File(file) = self else { return None };
        file.try_exists().is_ok_and(|exists| !exists).then_some(file)
    }

    /// The database with its tables migrated.
    pub fn open(&self) -> Result<Store, StoreError> {
        match self {
            Database::Server { url, password } => Store::server(url, password.as_deref(), &[]),
            Database::File(file) => in_file(file),
        }
    }

    /// The database opened for the service itself. While a server is starting, it is waited for. On a server, these
    /// roles are allowed to call the operations of workers, and nothing else.
    pub fn open_patiently(&self, workers: &[String], stop: &Interrupt) -> Result<Store, StoreError> {
        match self {
            Database::Server { url, password } => {
                patiently(stop, || Store::server(url, password.as_deref(), workers))
            }
            Database::File(_) if !workers.is_empty() => Err(StoreError::NoRoles),
            Database::File(file) => in_file(file),
        }
    }

    /// The database as a worker uses it, which does not migrate a server's tables. While a server is starting, it is waited
    /// for.
    pub fn join(&self, stop: &Interrupt) -> Result<Store, StoreError> {
        match self {
            Database::Server { url, password } => patiently(stop, || {
                let store = Store::on_server(url, password.as_deref())?;
                store.reach().map(|()| store)
            }),
            Database::File(file) => in_file(file),
        }
    }
}

/// Whether this can be the scheme of a URL (RFC 3986).
fn is_scheme(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The first line of a file with a password.
fn first_line(file: &Path) -> io::Result<String> {
    let text = files::text(files::read(file, files::TEXT)?)?;
    let line = text.lines().next().filter(|line| !line.is_empty());
    line.map(str::to_owned).ok_or_else(|| io::Error::other("its first line has no password"))
}

fn in_file(file: &Path) -> Result<Store, StoreError> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        // What is submitted is nobody else's business.
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|why| StoreError::File(folder.display().to_string(), why))?;
    }
    Store::file(file)
}

/// Asks a database on a server, and waits while that is starting.
pub(super) fn patiently<T>(
    stop: &Interrupt,
    ask: impl Fn() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let began = Instant::now();
    loop {
        match ask() {
            Err(why) if why.is_temporary() && began.elapsed() < PATIENCE && !stop.is_raised() => {
                tracing::warn!(%why, "waiting for the database");
                stop.wait(AGAIN);
            }
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_a_server_are_told_apart() {
        let file = |name: &str| Ok(Database::File(name.into()));
        for text in ["judge.sqlite", "sqlite:judge.sqlite", "sqlite://judge.sqlite"] {
            assert_eq!(text.parse(), file("judge.sqlite"), "{text}");
        }
        for text in ["./mysql:judge", "9p:judge", "a folder/x:y"] {
            assert_eq!(text.parse(), file(text), "{text}");
        }
        for text in ["postgres://judge@db/judge", "postgresql://db"] {
            let server = Database::Server { url: text.to_owned(), password: None };
            assert_eq!(text.parse(), Ok(server), "{text}");
        }
        for text in ["sqlite:", "sqlite://"] {
            assert_eq!(text.parse::<Database>(), Err(UnknownDatabase::NoFile(text.to_owned())), "{text}");
        }
        let scheme = UnknownDatabase::Scheme("mysql".to_owned());
        assert_eq!("mysql://judge".parse::<Database>(), Err(scheme));
    }

    #[test]
    fn a_password_is_the_first_line_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        let server: Database = "postgres://judge@db/judge".parse().unwrap();
        std::fs::write(&file, "secret\nmore\n").unwrap();
        match server.clone().with_password(Some(&file)).unwrap() {
            Database::Server { password, .. } => assert_eq!(password.as_deref(), Some("secret")),
            Database::File(other) => panic!("{other:?}"),
        }
        std::fs::write(&file, "\nsecret\n").unwrap();
        assert!(server.with_password(Some(&file)).is_err());
        let other = Database::File(folder.path().join("judge.sqlite"));
        assert_eq!(other.clone().with_password(Some(&folder.path().join("none"))).unwrap(), other);
        assert!(matches!(other.existing(), Err(StoreError::NoFile(_))));
        let (interrupt, _end) = Interrupt::by_hand().unwrap();
        assert!(matches!(other.open_patiently(&["judge".to_owned()], &interrupt), Err(StoreError::NoRoles)));
        other.open().map(drop).unwrap();
        other.existing().map(drop).unwrap();
    }
}
