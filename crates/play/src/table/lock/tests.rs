use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// An owner that the others know nothing of, or one that they know to be dead.
fn stranger(number: u64) -> Owner {
    format!("1.1.{number}.0@elsewhere").parse().unwrap()
}

fn dead(number: u64) -> Owner {
    let here = Owner::here().to_string();
    let [process, _, namespace, rest] = here.splitn(4, '.').collect::<Vec<_>>()[..] else { unreachable!() };
    format!("{process}.{number}.{namespace}.{rest}").parse().unwrap()
}

fn open(path: &std::path::Path) -> Folder {
    Folder::open(path).unwrap()
}

/// Adds 1 to a number in a file, in two steps that only a lock keeps together.
fn count(folder: &Folder) {
    let text = folder.read("count").unwrap().unwrap_or_default();
    let number: usize = String::from_utf8(text).unwrap().parse().unwrap_or(0);
    std::fs::write(folder.path("count"), (number + 1).to_string()).unwrap();
}

#[test]
fn only_one_has_the_lock_at_a_time_and_nothing_is_left_of_it() {
    let room = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let path = room.path();
            scope.spawn(move || {
                let (folder, mut taker) = (open(path), Taker::new(stranger(number)));
                for _ in 0..50 {
                    let lock = taker.take(&folder, &|warning| panic!("{warning}")).unwrap().unwrap();
                    count(&folder);
                    drop(lock);
                }
            });
        }
    });
    let folder = open(room.path());
    assert_eq!(folder.read("count").unwrap().unwrap(), b"200");
    assert_eq!(folder.list().unwrap(), ["count"]);
}

#[test]
fn of_many_who_find_a_dead_owner_one_takes_its_lock_over() {
    let room = tempfile::tempdir().unwrap();
    let warnings = AtomicUsize::new(0);
    for round in 0..20 {
        std::mem::forget(Lock::make(&open(room.path()), &dead(round)).unwrap());
        std::thread::scope(|scope| {
            for number in 1..4 {
                let (path, warnings) = (room.path(), &warnings);
                scope.spawn(move || {
                    let folder = open(path);
                    let mut taker = Taker::new(Owner::here());
                    // Three that live, told apart by how often they have had the lock.
                    (0..100 * (3 * round + number)).for_each(|_| taker.here = taker.here.again());
                    let warn = |warning: &str| {
                        assert!(warning.contains("took over the lock of"), "{warning}");
                        warnings.fetch_add(1, Ordering::Relaxed);
                    };
                    let lock = taker.take(&folder, &warn).unwrap().unwrap();
                    count(&folder);
                    drop(lock);
                });
            }
        });
    }
    let folder = open(room.path());
    assert_eq!(folder.read("count").unwrap().unwrap(), b"60");
    assert_eq!(warnings.load(Ordering::Relaxed), 20);
    assert_eq!(folder.list().unwrap(), ["count"]);
}

#[test]
fn another_machines_lock_is_taken_over_only_when_stale() {
    let room = tempfile::tempdir().unwrap();
    let folder = open(room.path());
    let mut taker = Taker::new(Owner::here());
    let now = Instant::now();
    let holder = |times: u64| Holder::Signed(format!("1.1.1.{times}@elsewhere"));
    assert!(!taker.may_take_over(&holder(1), now));
    assert!(!taker.may_take_over(&holder(1), now + PATIENCE / 2));
    assert!(!taker.may_take_over(&holder(2), now + PATIENCE), "it has been given up and taken again");
    assert!(taker.may_take_over(&holder(2), now + 2 * PATIENCE));
    let unsigned = Holder::Unsigned(SystemTime::UNIX_EPOCH);
    assert!(!taker.may_take_over(&unsigned, now));
    assert!(taker.may_take_over(&unsigned, now + PATIENCE));
    assert_eq!(Holder::of(&folder).unwrap(), None);
}

#[test]
fn who_has_lost_the_lock_leaves_it_alone() {
    let room = tempfile::tempdir().unwrap();
    let folder = open(room.path());
    let lock = Lock::make(&folder, &stranger(1)).unwrap().unwrap();
    assert!(Lock::make(&folder, &stranger(2)).unwrap().is_none());
    let other = Lock::take_over(&folder, &stranger(1).to_string(), &stranger(2)).unwrap().unwrap();
    assert!(Lock::take_over(&folder, &stranger(1).to_string(), &stranger(3)).unwrap().is_none());
    drop(lock);
    assert_eq!(Holder::of(&folder).unwrap(), Some(Holder::Signed(stranger(2).to_string())));
    drop(other);
    assert_eq!(folder.list().unwrap(), [""; 0]);
}

#[test]
fn a_lock_can_be_made_in_place_and_an_unsigned_one_is_respected() {
    let room = tempfile::tempdir().unwrap();
    let folder = open(room.path());
    let lock = Lock::make_in_place(&folder, &stranger(1)).unwrap().unwrap();
    assert!(Lock::make_in_place(&folder, &stranger(2)).unwrap().is_none());
    drop(lock);
    folder.make_folder(LOCK).unwrap();
    assert!(Lock::make(&folder, &stranger(1)).unwrap().is_none());
    let mut taker = Taker::new(Owner::here());
    assert!(taker.attempt(&folder, &|warning| panic!("{warning}")).unwrap().is_none());
    let long_ago = Instant::now().checked_sub(PATIENCE).unwrap();
    taker.seen = Holder::of(&folder).unwrap().map(|holder| (holder, long_ago));
    assert!(
        taker.attempt(&folder, &|warning| assert!(warning.contains("without an owner"))).unwrap().is_none()
    );
    assert!(taker.attempt(&folder, &|warning| panic!("{warning}")).unwrap().is_some());
}

#[test]
fn what_the_dead_have_left_is_swept_up_and_nothing_else() {
    let room = tempfile::tempdir().unwrap();
    let folder = open(room.path());
    for (name, file) in [(dead(1), true), (dead(2), false), (stranger(1), true)] {
        folder.make_folder(&format!("lock.{name}")).unwrap();
        if file {
            folder.inner(&format!("lock.{name}")).unwrap().unwrap().make(&name.to_string()).unwrap();
        }
    }
    folder.make("lock.txt").unwrap();
    Taker::new(Owner::here()).sweep(&folder).unwrap();
    assert_eq!(folder.list().unwrap(), [format!("lock.{}", stranger(1)), "lock.txt".to_owned()]);
}

/// A folder of somebody else's, with a file in it.
fn victim() -> tempfile::TempDir {
    let victim = tempfile::tempdir().unwrap();
    std::fs::write(victim.path().join("thesis"), "years of work").unwrap();
    std::fs::write(victim.path().join(stranger(1).to_string()), "").unwrap();
    victim
}

fn assert_untouched(victim: &tempfile::TempDir) {
    assert_eq!(
        Folder::open(victim.path()).unwrap().list().unwrap(),
        [stranger(1).to_string(), "thesis".to_owned()]
    );
    assert_eq!(std::fs::read(victim.path().join("thesis")).unwrap(), b"years of work");
}

#[test]
fn a_link_that_looks_like_a_lock_of_the_dead_is_not_followed() {
    let (room, victim) = (tempfile::tempdir().unwrap(), victim());
    let folder = open(room.path());
    std::os::unix::fs::symlink(victim.path(), room.path().join(format!("lock.{}", dead(1)))).unwrap();
    Taker::new(Owner::here()).sweep(&folder).unwrap();
    assert_untouched(&victim);
}

#[test]
fn a_lock_that_is_a_link_is_refused() {
    let (room, victim) = (tempfile::tempdir().unwrap(), victim());
    let folder = open(room.path());
    std::os::unix::fs::symlink(victim.path(), room.path().join(LOCK)).unwrap();
    let mut taker = Taker::new(Owner::here());
    let long_ago = Instant::now().checked_sub(PATIENCE).unwrap();
    taker.seen = Some((Holder::Signed(stranger(1).to_string()), long_ago));
    let why = taker.attempt(&folder, &|warning| panic!("{warning}")).unwrap_err().to_string();
    assert!(why.contains("/lock: ") && why.to_lowercase().contains("not a directory"), "{why}");
    assert_untouched(&victim);
}

#[test]
fn of_a_lock_only_what_its_owner_made_is_removed() {
    let room = tempfile::tempdir().unwrap();
    let (folder, name) = (open(room.path()), format!("lock.{}", dead(1)));
    folder.make_folder(&name).unwrap();
    std::fs::write(folder.path(&name).join("thesis"), "years of work").unwrap();
    Taker::new(Owner::here()).sweep(&folder).unwrap();
    assert_eq!(std::fs::read(folder.path(&name).join("thesis")).unwrap(), b"years of work");
}

#[test]
fn an_owner_s_name_reaches_a_terminal_only_if_it_is_harmless() {
    for host in ["\u{1b}[2Jalpha", "alpha\nbeta", "\u{202e}ahpla", "al pha", "\u{9b}31m"] {
        let room = tempfile::tempdir().unwrap();
        let folder = open(room.path());
        std::fs::create_dir_all(folder.path(&format!("{LOCK}/1.1.1.1@{host}"))).unwrap();
        assert_eq!(Taker::holder_in_words(&folder).unwrap(), "an unknown owner", "{host:?}");
    }
}
