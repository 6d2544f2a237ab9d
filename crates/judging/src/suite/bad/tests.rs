use super::*;
use crate::dialect::tictactoe::read;
use crate::dialect::{Readings, Unreadable};
use crate::transcript::{Profile, compare};

fn certain() -> impl Iterator<Item = Class> {
    [numbers::classes(), words::classes(), long::classes()].into_iter().flatten()
}

#[test]
fn certain_classes_hold_only_what_is_certainly_no_move() {
    for class in certain() {
        for line in class.lines.iter().chain(&class.once) {
            let text = String::from_utf8_lossy(line);
            assert_eq!(read(line), Err(Unreadable::Certain), "{}: {text}", class.name);
        }
    }
}

#[test]
fn open_classes_separate_lines_that_need_no_answer() {
    for class in doubtful::classes() {
        let needs_none = ["blanks", "lone-controls", "lone-separators"].contains(&class.name);
        for line in class.lines {
            let text = String::from_utf8_lossy(&line);
            assert_eq!(read(&line), Err(Unreadable::Doubtful), "{}: {text:?}", class.name);
            assert_eq!(Readings::of_number(&line).is_silence, needs_none, "{}: {text:?}", class.name);
        }
    }
}

#[test]
fn no_line_is_fed_twice_in_a_class() {
    let certain = certain().map(|class| (class.name, [class.lines, class.once].concat()));
    let open = doubtful::classes().into_iter().map(|class| (class.name.to_owned(), class.lines));
    for (name, mut lines) in certain.chain(open) {
        lines.sort();
        if let Some(two) = lines.windows(2).find(|two| two[0] == two[1]) {
            panic!("{name}: {:?}", String::from_utf8_lossy(&two[0]));
        }
    }
}

#[test]
fn the_reference_plays_every_bad_game_to_its_end() {
    for case in games() {
        let expected = case.expected(Profile::Golf);
        assert_eq!(compare(&expected, &expected.text(), Profile::Golf), None, "{}", case.name);
        assert!(expected.is_settled(), "{}", case.name);
        let is_last = expected.length() == Some(case.inputs.len());
        assert_eq!(is_last, case.name.starts_with("lines-last"), "{}", case.name);
    }
}
