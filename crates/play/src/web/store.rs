//! The games in a file, so that they survive a restart: one row each, written at every move.
//!
//! A row contains the choices, the locks of the seats, and the accepted lines; playing these again gives the
//! state of the game. The file is used by one server at a time, which `SQLite` ensures.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::agreements::Agreements;
use super::clocks::{self, Clocks};
use super::rules::Choice;
use http::Lock;

#[derive(Debug)]
pub(super) struct Store {
    connection: Connection,
    /// When it was opened, in milliseconds since 1970.
    began: u64,
}

/// The part of a game that is stored at its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Setting {
    pub choice: Choice,
    /// The players, by order of play.
    pub seats: Vec<String>,
    /// The lock of each seat. `None` for built-in players, and for friends who have not come yet.
    pub locks: Vec<Option<Lock>>,
    /// The lock of a friend's invitation, until it is used.
    #[serde(default)]
    pub invitations: Vec<Option<Lock>>,
    #[serde(default)]
    pub agreements: Agreements,
    #[serde(default)]
    pub clocks: Option<Clocks>,
}

impl Setting {
    /// Whether a player has lost for another reason than the moves.
    pub(super) fn is_over_otherwise(&self) -> bool {
        self.agreements.resigned.is_some() || self.clocks.as_ref().is_some_and(|clocks| clocks.late.is_some())
    }

    /// A new game with every player one seat further: of two, the second begins.
    pub(super) fn turned(&self) -> Setting {
        let clocks = self.clocks.as_ref().map(Clocks::again);
        let mut turned = Setting { agreements: Agreements::default(), clocks, ..self.clone() };
        turned.seats.rotate_left(1);
        turned.locks.rotate_left(1);
        if !turned.invitations.is_empty() {
            turned.invitations.rotate_left(1);
        }
        turned
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub setting: Setting,
    pub lines: Vec<String>,
    /// How often it has changed.
    pub version: u64,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum StoreError {
    #[error("another server uses the games in {0}; give another folder with --data")]
    Taken(String),
    #[error("the games in {0} were saved by a newer version")]
    Newer(String),
    #[error("{0}: {1}")]
    Folder(String, std::io::Error),
    #[error("the games cannot be saved: {0}")]
    Database(#[from] rusqlite::Error),
    #[error("This game was deleted because nobody moved in it.")]
    Gone,
    #[error("a saved game cannot be read: {0}")]
    Malformed(#[from] serde_json::Error),
}

/// The version of the file's format.
const FORM: i64 = 3;

const TABLE: &str = "
    create table if not exists game (
        name text primary key,
        setting text not null,
        lines text not null,
        version integer not null,
        touched integer not null
    ) without rowid, strict;
    create index if not exists by_age on game (touched);
    create table if not exists run (began integer not null, seen integer not null) strict;
";

impl Store {
    /// Opens the games in a folder, which is created if necessary.
    pub(super) fn open(folder: &Path) -> Result<Store, StoreError> {
        let shown = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|why| StoreError::Folder(shown.clone(), why))?;
        let connection = Connection::open(folder.join("games.sqlite"))?;
        let outcome = prepare(&connection);
        match outcome {
            Err(why) if why.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
                Err(StoreError::Taken(shown))
            }
            Err(why) => Err(why.into()),
            Ok(form) if form > FORM => Err(StoreError::Newer(shown)),
            Ok(_) => Store { connection, began: clocks::now() }.begin(),
        }
    }

    pub(super) fn add(&self, name: &str, setting: &Setting) -> Result<(), StoreError> {
        let setting = serde_json::to_string(setting)?;
        let mut add = self.connection.prepare("insert into game values (?1, ?2, '', 0, ?3)")?;
        add.execute(params![name, setting, now()])?;
        Ok(())
    }

    pub(super) fn save(&self, name: &str, kept: &Kept) -> Result<(), StoreError> {
        let sql = "update game set setting = ?2, lines = ?3, version = ?4, touched = ?5 where name = ?1";
        let setting = serde_json::to_string(&kept.setting)?;
        let row = params![name, setting, kept.lines.join("\n"), kept.version as i64, now()];
        match self.connection.prepare(sql)?.execute(row)? {
            0 => Err(StoreError::Gone),
            _ => Ok(()),
        }
    }

    /// Stores that this run of the server begins.
    fn begin(self) -> Result<Store, StoreError> {
        self.connection.execute("insert into run values (?1, ?1)", [self.began as i64])?;
        Ok(self)
    }

    /// Stores that the server still runs, and deletes runs that no game needs.
    pub(super) fn see(&self, unused: Duration) -> Result<(), StoreError> {
        let (began, now) = (self.began as i64, clocks::now());
        self.connection.execute("update run set seen = ?2 where began = ?1", [began, now as i64])?;
        let old = now.saturating_sub(unused.as_millis() as u64);
        self.connection.execute("delete from run where seen < ?1", [old as i64])?;
        Ok(())
    }

    /// For how many milliseconds between these times a server ran, as far as was stored.
    pub(super) fn ran_between(&self, from: u64, to: u64) -> Result<u64, StoreError> {
        let sql =
            "select coalesce(sum(max(0, min(iif(began = ?1, ?3, seen), ?3) - max(began, ?2))), 0) from run";
        let row = params![self.began as i64, from as i64, to as i64];
        Ok(self.connection.query_row(sql, row, |row| row.get::<_, i64>(0))? as u64)
    }

    /// Marks games as used, so that they are not deleted.
    pub(super) fn touch<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
        let mut touch = self.connection.prepare("update game set touched = ?2 where name = ?1")?;
        let now = now();
        self.connection.execute_batch("begin")?;
        for name in names {
            touch.execute(params![name, now])?;
        }
        Ok(self.connection.execute_batch("commit")?)
    }

    pub(super) fn load(&self, name: &str) -> Result<Option<Kept>, StoreError> {
        let sql = "select setting, lines, version from game where name = ?1";
        let mut load = self.connection.prepare(sql)?;
        let row = load.query_row([name], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?))
        });
        let Some((setting, lines, version)) = row.optional()? else { return Ok(None) };
        let lines = lines.lines().map(str::to_owned).collect();
        Ok(Some(Kept { setting: serde_json::from_str(&setting)?, lines, version: version as u64 }))
    }

    pub(super) fn count(&self) -> Result<u64, StoreError> {
        let count: i64 = self.connection.query_row("select count(*) from game", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Deletes the games that were unused for this long, and those without a move that were unused for a
    /// shorter time.
    pub(super) fn forget(&self, unused: Duration, empty: Duration) -> Result<(), StoreError> {
        let sql = "delete from game where touched < ?1 or (lines = '' and touched < ?2)";
        self.connection.execute(sql, [before(unused), before(empty)])?;
        Ok(())
    }

    /// Deletes the game that has been unused for the longest time, if that is at least as long as this;
    /// returns whether there was one.
    pub(super) fn forget_oldest(&self, unused: Duration) -> Result<bool, StoreError> {
        let sql = "delete from game where name =
                   (select name from game where touched < ?1 order by touched limit 1)";
        Ok(self.connection.execute(sql, [before(unused)])? > 0)
    }
}

/// Locks the file, and returns the version of its format.
fn prepare(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.busy_timeout(std::time::Duration::ZERO)?;
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    // With a write-ahead log, a crash of the system may lose the last moves, but never the file.
    connection.pragma_update(None, "synchronous", "normal")?;
    let form = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if form <= FORM {
        connection.execute_batch(TABLE)?;
        connection.pragma_update(None, "user_version", FORM)?;
    }
    Ok(form)
}

/// The time that was this long ago.
fn before(time: Duration) -> i64 {
    now().saturating_sub(time.as_secs() as i64)
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> Setting {
        let choice = Choice::Reversi { board: "octagon-52".to_owned() };
        let seats = vec!["you".into(), "random".into()];
        let locks = vec![Some([7; 32]), None];
        Setting {
            choice,
            seats,
            locks,
            invitations: vec![None, None],
            agreements: Agreements::default(),
            clocks: None,
        }
    }

    #[test]
    fn what_is_kept_is_there_again_and_what_is_old_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let lines = vec!["d3".to_owned(), "c3".to_owned()];
        {
            let store = Store::open(folder.path()).unwrap();
            store.add("one", &setting()).unwrap();
            store.add("two", &setting()).unwrap();
            store.save("one", &Kept { setting: setting(), lines: lines.clone(), version: 5 }).unwrap();
        }
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.load("one").unwrap(), Some(Kept { setting: setting(), lines, version: 5 }));
        assert_eq!(store.load("two").unwrap().unwrap().lines, Vec::<String>::new());
        assert_eq!(store.load("three").unwrap(), None);
        let hour = Duration::from_secs(3600);
        store.forget(24 * hour, hour).unwrap();
        assert_eq!(store.count().unwrap(), 2);
        assert!(!store.forget_oldest(hour).unwrap());
    }

    fn played() -> Kept {
        Kept { setting: setting(), lines: vec!["d3".to_owned()], version: 1 }
    }

    #[test]
    fn the_time_in_which_a_server_ran_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let began = store.began;
        for (from, to) in [(began - 9_000, began - 8_000), (began - 5_000, began - 4_500)] {
            store.connection.execute("insert into run values (?1, ?2)", [from as i64, to as i64]).unwrap();
        }
        let ran = |from, to| store.ran_between(from, to).unwrap();
        assert_eq!(ran(began - 8_500, began + 70), 500 + 500 + 70);
        assert_eq!(ran(began - 8_500, began - 4_800), 500 + 200);
        assert_eq!(ran(began + 20, began + 70), 50, "this run goes on");
        assert_eq!(ran(began - 7_000, began - 6_000), 0);
        store.see(Duration::from_secs(6)).unwrap();
        assert_eq!(ran(began - 9_000, began), 500, "what is older is forgotten");
    }

    /// Makes a game this much older.
    fn age(store: &Store, name: &str, time: Duration) {
        let sql = "update game set touched = touched - ?2 where name = ?1";
        store.connection.execute(sql, params![name, time.as_secs() as i64]).unwrap();
    }

    #[test]
    fn unstarted_games_are_deleted_sooner() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let hour = Duration::from_secs(3600);
        let names = ["empty", "watched", "played", "old"];
        names.iter().for_each(|name| store.add(name, &setting()).unwrap());
        ["played", "old"].iter().for_each(|name| store.save(name, &played()).unwrap());
        ["empty", "watched", "played"].iter().for_each(|name| age(&store, name, 2 * hour));
        age(&store, "old", 48 * hour);
        store.touch(["watched"].into_iter()).unwrap();
        store.forget(24 * hour, hour).unwrap();
        let is_kept = |name: &&str| store.load(name).unwrap().is_some();
        assert_eq!(names.into_iter().filter(is_kept).collect::<Vec<_>>(), ["watched", "played"]);
        assert!(matches!(store.save("empty", &played()), Err(StoreError::Gone)));
        assert!(store.forget_oldest(hour).unwrap() && !store.forget_oldest(hour).unwrap());
        assert!(is_kept(&"watched"));
    }

    #[test]
    fn one_file_is_served_by_one_and_a_newer_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.add("one", &setting()).unwrap();
        assert!(matches!(Store::open(folder.path()), Err(StoreError::Taken(_))));
        store.connection.pragma_update(None, "user_version", FORM + 1).unwrap();
        drop(store);
        assert!(matches!(Store::open(folder.path()), Err(StoreError::Newer(_))));
    }
}
