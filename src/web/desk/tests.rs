use super::*;
use crate::web::rules::Choice;
use crate::web::store::StoreError;

const KEY: &str = "the key";

fn desk(chairs: [&str; 2]) -> Desk {
    let contest = Contest::new(Choice::Tictactoe, &chairs.map(str::to_owned)).unwrap();
    let locks = contest.chairs().iter().map(|chair| chair.is_person().then(|| lock(KEY))).collect();
    Desk::new("name".to_owned(), contest, locks)
}

fn kept(_: &[String], _: u64) -> Result<(), Denial> {
    Ok(())
}

fn lost(_: &[String], _: u64) -> Result<(), Denial> {
    Err(StoreError::Folder("full".to_owned(), std::io::ErrorKind::StorageFull.into()).into())
}

fn lines(desk: &Desk) -> Vec<Option<String>> {
    desk.news(&mut Seen::default()).steps.into_iter().map(|step| step.line).collect()
}

#[test]
fn what_cannot_be_written_down_has_not_happened_and_nobody_hears_of_it() {
    let desk = desk(["you", "you"]);
    desk.hear(KEY, 0, "4", &kept).unwrap();
    let mut news = desk.watch();
    news.mark_unchanged();
    let before = lines(&desk);
    let version = |desk: &Desk| desk.news(&mut Seen::default()).version;
    assert!(matches!(desk.hear(KEY, version(&desk), "0", &lost), Err(Denial::Store(_))));
    assert!(matches!(desk.take_back(KEY, version(&desk), &lost), Err(Denial::Store(_))));
    assert_eq!(lines(&desk), before);
    assert!(!news.has_changed().unwrap());
    desk.hear(KEY, version(&desk), "0", &kept).unwrap();
    assert!(news.has_changed().unwrap());
}

#[test]
fn a_watcher_is_sent_what_it_has_not_seen_and_all_of_it_when_moves_were_taken_back() {
    let desk = desk(["you", "you"]);
    let mut seen = Seen::default();
    let mut sent = |desk: &Desk| {
        let news = desk.news(&mut seen);
        (news.keep, news.steps.len())
    };
    assert_eq!(sent(&desk), (0, 1));
    desk.hear(KEY, 0, "4", &kept).unwrap();
    desk.hear(KEY, 1, "0", &kept).unwrap();
    assert_eq!(sent(&desk), (1, 2), "a slow watcher gets both at once");
    assert_eq!(sent(&desk), (3, 0));
    desk.take_back(KEY, 2, &kept).unwrap();
    assert_eq!(sent(&desk), (0, 2));
}

#[test]
fn an_answer_to_a_position_that_is_no_more_is_not_heard() {
    let desk = desk(["you", "random"]);
    assert!(desk.ask().is_none(), "it is a person's turn");
    desk.hear(KEY, 0, "4", &kept).unwrap();
    let question = desk.ask().unwrap();
    assert!(desk.ask().is_none(), "one thinks at a time");
    desk.take_back(KEY, 1, &kept).unwrap();
    assert!(matches!(desk.answer(&question, "0", &kept), Err(Denial::Stale)));
    assert!(desk.ask_again().is_none());
    desk.hear(KEY, 2, "8", &kept).unwrap();
    desk.answer(&desk.ask().unwrap(), "0", &kept).unwrap();
    assert_eq!(lines(&desk).len(), 3);
}

#[test]
fn our_players_play_among_themselves_only_while_somebody_watches() {
    let desk = desk(["random", "perfect"]);
    assert!(desk.ask().is_none());
    let watcher = desk.watch();
    let question = desk.ask().unwrap();
    drop(watcher);
    desk.answer(&question, "4", &kept).unwrap();
    assert!(desk.ask_again().is_none());
}
