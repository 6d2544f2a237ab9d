use std::cell::Cell;
use std::fs;

use super::*;

thread_local! {
    static BORN: Cell<u64> = const { Cell::new(0) };
}

/// A program of its own, of which the others think that it is dead.
fn taker() -> Taker {
    let here = Owner::here().to_string();
    let [process, _, rest] = here.splitn(3, '.').collect::<Vec<_>>()[..] else { unreachable!() };
    BORN.set(BORN.get() + 1);
    Taker::new(format!("{process}.{}.{rest}", BORN.get()).parse().unwrap())
}

fn sit_with(folder: Folder, names: [&str; 2]) -> Result<Seat, SeatError> {
    Seat::sit_as(taker(), folder, names, |_| {})
}

fn sit(path: &Path, names: [&str; 2]) -> Seat {
    sit_with(Folder::open(path).unwrap(), names).unwrap()
}

const BLACK: [&str; 2] = ["black", "white"];
const WHITE: [&str; 2] = ["white", "black"];

/// What a person does who wants a move to have been made: looks at the record, and says it again.
fn insist(seat: &mut Seat, text: &str) -> Result<(), SeatError> {
    while !seat.moves().contains(&format!("{} {text}", seat.name)) {
        seat.visit(Some(text), |_| true)?;
    }
    Ok(())
}

/// And one who waits for a move.
fn await_move(seat: &mut Seat, text: &str) -> Result<(), SeatError> {
    while !seat.moves().contains(&format!("{} {text}", seat.other)) {
        seat.visit(None, |_| true)?;
    }
    Ok(())
}

type Step = fn(&mut Seat) -> Result<(), SeatError>;

/// A short game: who does what.
const GAME: [([&str; 2], Step); 6] = [
    (BLACK, |seat| insist(seat, "d3")),
    (WHITE, |seat| await_move(seat, "d3")),
    (WHITE, |seat| insist(seat, "c3")),
    (BLACK, |seat| await_move(seat, "c3")),
    (BLACK, |seat| insist(seat, "c4")),
    (WHITE, |seat| await_move(seat, "c4")),
];

/// A folder in memory, if there is such a place: thousands of waits for a disk take long.
fn room() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Plays the game in a folder; at the given step the program sits down, and dies after so many acts.
/// Tells whether it died.
fn play(path: &Path, fatal: usize, acts: usize) -> bool {
    let mut has_died = false;
    for (number, (names, step)) in GAME.into_iter().enumerate() {
        if number == fatal {
            let folder = Folder::open(path).unwrap();
            folder.fuse.set(acts);
            let outcome = sit_with(folder, names).and_then(|mut seat| step(&mut seat));
            has_died = outcome.is_err();
        }
        step(&mut sit(path, names)).unwrap();
    }
    has_died
}

#[test]
fn a_program_may_die_at_any_act_and_no_move_is_lost_or_doubled() {
    let mut deaths = 0;
    for fatal in 0..GAME.len() {
        for acts in 0.. {
            let room = room();
            let has_died = play(room.path(), fatal, acts);
            for names in [BLACK, WHITE] {
                let seat = sit(room.path(), names);
                let point = format!("step {fatal}, act {acts}, {}", seat.name);
                assert_eq!(seat.moves(), ["black d3", "white c3", "black c4"], "{point}");
            }
            let left = Folder::open(room.path()).unwrap().list().unwrap();
            let heard = ["black.heard", "white.heard"];
            let left: Vec<_> = left.into_iter().filter(|name| !heard.contains(&name.as_str())).collect();
            assert_eq!(left, ["black.moves", "white.moves"], "step {fatal}, act {acts}");
            if !has_died {
                break;
            }
            deaths += 1;
        }
    }
    assert!(deaths > 80, "only {deaths} deaths");
}

#[test]
fn a_program_may_die_again_while_it_recovers() {
    for fatal in [2, 3] {
        for (first, second) in (0..20).flat_map(|first| (0..10).map(move |second| (first, second))) {
            let room = room();
            for (number, (names, step)) in GAME.into_iter().enumerate() {
                for acts in [first, second].into_iter().filter(|_| number == fatal) {
                    let folder = Folder::open(room.path()).unwrap();
                    folder.fuse.set(acts);
                    let _ = sit_with(folder, names).and_then(|mut seat| step(&mut seat));
                }
                step(&mut sit(room.path(), names)).unwrap();
            }
            for names in [BLACK, WHITE] {
                let moves = sit(room.path(), names).moves().join(", ");
                assert_eq!(moves, "black d3, white c3, black c4", "{fatal}, {first}, {second}");
            }
        }
    }
}

#[test]
fn nobody_speaks_until_the_previous_message_has_been_heard() {
    let room = tempfile::tempdir().unwrap();
    let (mut black, mut white) = (sit(room.path(), BLACK), sit(room.path(), WHITE));
    assert_eq!(black.visit(None, |_| true).unwrap(), Visit::Nothing);
    assert_eq!(black.visit(Some("d3"), |_| true).unwrap(), Visit::Sent);
    assert_eq!(black.visit(Some("c4"), |_| true).unwrap(), Visit::Failed);
    assert_eq!(black.visit(None, |_| true).unwrap(), Visit::Nothing);
    let message = Message { from: "black".to_owned(), to: "white".to_owned(), text: "d3".to_owned() };
    assert_eq!(fs::read_to_string(room.path().join("message")).unwrap(), "black\nwhite\nd3\n");
    assert_eq!(white.visit(Some("c3"), |_| true).unwrap(), Visit::Received(message));
    assert_eq!(white.visit(Some("c3"), |_| true).unwrap(), Visit::Sent);
    assert_eq!(black.moves(), ["black d3"]);
    assert_eq!(white.moves(), ["black d3", "white c3"]);
    assert!(matches!(black.visit(None, |_| false).unwrap(), Visit::Received(_)));
    assert_eq!(black.moves(), ["black d3"], "what does not count is not recorded");
}

/// What sitting down says to a folder that was prepared so.
fn complaint(prepare: impl Fn(&Path)) -> String {
    let room = tempfile::tempdir().unwrap();
    prepare(room.path());
    let complaint = sit_with(Folder::open(room.path()).unwrap(), BLACK).err().unwrap().to_string();
    complaint.replace(room.path().to_str().unwrap(), "DIR")
}

#[test]
fn a_broken_folder_gets_a_plain_message() {
    let message = |text: &'static str| {
        complaint(move |path| fs::write(path.join("message"), text).unwrap()) //
    };
    assert_eq!(
        message("black\nwhite\n"),
        "DIR/message: no message: not three lines (from whom, to whom, and what) but 2"
    );
    assert_eq!(
        message("bob\nblack\nd3\n"),
        r#"DIR/message: from "bob" to "black", but only black and white sit here"#
    );
    assert_eq!(
        message("black\nblack\nd3\n"),
        r#"DIR/message: from "black" to "black", but only black and white sit here"#
    );
    let folder = complaint(|path| fs::create_dir(path.join("message")).unwrap());
    assert_eq!(folder, "DIR/message: not a plain file");
    let link = complaint(|path| std::os::unix::fs::symlink("/etc/passwd", path.join("message")).unwrap());
    assert_eq!(link, "DIR/message: a link, which is not followed");
    for name in ["message", "black.moves"] {
        let pipe = complaint(|path| make_pipe(&path.join(name)));
        assert_eq!(pipe, format!("DIR/{name}: not a plain file"));
        let socket = complaint(|path| drop(std::os::unix::net::UnixListener::bind(path.join(name)).unwrap()));
        assert_eq!(socket, format!("DIR/{name}: not a plain file"));
        let endless = complaint(|path| std::os::unix::fs::symlink("/dev/zero", path.join(name)).unwrap());
        assert_eq!(endless, format!("DIR/{name}: a link, which is not followed"));
        let sparse = complaint(|path| fs::File::create(path.join(name)).unwrap().set_len(1 << 40).unwrap());
        assert_eq!(sparse, format!("DIR/{name}: file too large"));
    }
    let lock = complaint(|path| fs::write(path.join("lock"), "").unwrap());
    assert!(lock.starts_with("DIR/lock: ") && lock.to_lowercase().contains("not a directory"), "{lock}");
    let large = complaint(|path| fs::write(path.join("message"), vec![b'a'; 1 << 20]).unwrap());
    assert!(large.starts_with("DIR/message: ") && large.contains("too large"), "{large}");
}

#[test]
fn two_programs_for_one_seat_are_noticed() {
    let room = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (sit(room.path(), BLACK), sit(room.path(), BLACK));
    assert_eq!(one.visit(Some("d3"), |_| true).unwrap(), Visit::Sent);
    let complaint = two.visit(None, |_| true).unwrap_err().to_string();
    assert!(complaint.contains("does another program play black here?"), "{complaint}");
}

fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[test]
fn a_next_record_that_does_not_continue_the_last_is_refused() {
    let room = tempfile::tempdir().unwrap();
    let [record, next] = ["black.moves", "black.next"].map(|name| room.path().join(name));
    for wrong in ["", "zzz\n", "black d3\nwhite c3\n", "black d3\nwhite c3\nwhite c4\n", "black c4\n"] {
        fs::write(&record, "black d3\nwhite c3\n").unwrap();
        fs::write(&next, wrong).unwrap();
        let complaint = Seat::sit(room.path(), BLACK, |_| ()).err().unwrap().to_string();
        assert!(complaint.contains("black.next: it is not black.moves with one more move"), "{complaint}");
        assert_eq!(fs::read_to_string(&record).unwrap(), "black d3\nwhite c3\n");
    }
    fs::write(&next, "black d3\nwhite c3\nblack c4\n").unwrap();
    assert_eq!(sit(room.path(), BLACK).moves(), ["black d3", "white c3", "black c4"]);
    assert!(!next.exists());
}

#[test]
fn links_in_place_of_written_files_are_replaced() {
    let (room, victim) = (tempfile::tempdir().unwrap(), tempfile::NamedTempFile::new().unwrap());
    let mut seat = sit(room.path(), BLACK);
    for name in ["black.message", "black.next", "black.heard", "white.moves"] {
        std::os::unix::fs::symlink(victim.path(), room.path().join(name)).unwrap();
    }
    assert_eq!(seat.visit(Some("d3"), |_| true).unwrap(), Visit::Sent);
    fs::write(room.path().join("message"), "white\nblack\nc3\n").unwrap();
    assert!(matches!(seat.visit(None, |_| true).unwrap(), Visit::Received(_)));
    assert_eq!(seat.moves(), ["black d3", "white c3"]);
    assert!(seat.moves_of_other().is_err());
    assert_eq!(fs::read(victim.path()).unwrap(), b"");
}
