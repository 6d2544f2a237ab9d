use super::*;
use crate::web::pact::Pact;
use crate::web::rules::Choice;
use crate::web::store::StoreError;

const KEY: &str = "the key";

fn desk(chairs: [&str; 2]) -> Desk {
    let chairs = chairs.map(str::to_owned);
    let contest = Contest::new(Choice::Tictactoe, &chairs).unwrap();
    let keys = contest.chairs().iter().map(|chair| match chair {
        Chair::You => Some(lock(KEY)),
        _ => None,
    });
    let locks = keys.collect();
    let invited = |chair: &Chair| (*chair == Chair::Friend).then(|| lock("invitation"));
    let invitations = contest.chairs().iter().map(invited).collect();
    let (choice, chairs) = (Choice::Tictactoe, chairs.to_vec());
    let setting = Setting { choice, chairs, locks, invitations, pact: Pact::default() };
    Desk::new("name".to_owned(), contest, setting)
}

fn settled(_: &Setting) -> Result<(), Denial> {
    Ok(())
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
    assert!(matches!(desk.take_back(&[0, 1], &lost), Err(Denial::Store(_))));
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
    desk.take_back(&[0, 1], &kept).unwrap();
    assert_eq!(sent(&desk), (0, 2));
}

#[test]
fn an_answer_to_a_position_that_is_no_more_is_not_heard() {
    let desk = desk(["you", "random"]);
    assert!(desk.ask().is_none(), "it is a person's turn");
    desk.hear(KEY, 0, "4", &kept).unwrap();
    let question = desk.ask().unwrap();
    assert!(desk.ask().is_none(), "one thinks at a time");
    desk.take_back(&[0], &kept).unwrap();
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

#[test]
fn an_invitation_is_good_for_one() {
    let desk = desk(["you", "friend"]);
    assert!(matches!(desk.hear("invitation", 0, "4", &kept), Err(Denial::NoSeat)));
    assert!(matches!(desk.claim("forged", "mine", &settled), Err(Denial::Taken)));
    assert_eq!(desk.claim("invitation", "mine", &settled).unwrap(), 1);
    assert!(matches!(desk.claim("invitation", "another", &settled), Err(Denial::Taken)));
    desk.hear(KEY, 0, "4", &kept).unwrap();
    desk.hear("mine", 1, "0", &kept).unwrap();
    assert!(matches!(desk.hear("another", 2, "8", &kept), Err(Denial::NoSeat)));
}

#[test]
fn who_sits_and_whose_page_is_open_is_told() {
    let desk = Arc::new(desk(["you", "friend"]));
    let beside = || desk.news(&mut Seen::default()).beside;
    assert_eq!((beside().taken, beside().present), (vec![true, false], vec![false, false]));
    let host = desk.enter(Some(KEY));
    desk.claim("invitation", "mine", &settled).unwrap();
    let mut news = desk.watch();
    news.mark_unchanged();
    let (friend, watcher) = (desk.enter(Some("mine")), desk.enter(None));
    assert!(news.has_changed().unwrap());
    assert_eq!((beside().taken, beside().present), (vec![true, true], vec![true, true]));
    drop((host, watcher));
    assert_eq!(beside().present, [false, true]);
    drop(friend);
    assert_eq!(beside().present, [false, false]);
}

#[test]
fn what_concerns_the_other_is_asked_for_and_a_move_is_an_answer_too() {
    let desk = desk(["you", "friend"]);
    assert!(matches!(desk.wish(KEY, Wish::Rematch), Ok(Consent::Given)), "there is no other yet");
    desk.claim("invitation", "mine", &settled).unwrap();
    assert!(matches!(desk.wish(KEY, Wish::Undo), Err(Denial::Refused(_))));
    desk.hear(KEY, 0, "4", &kept).unwrap();
    assert_eq!(desk.wish(KEY, Wish::Undo).unwrap(), Consent::Asked);
    assert!(matches!(desk.reply(KEY, true), Err(Denial::NotYourTurn)), "nobody grants their own wish");
    assert!(matches!(desk.reply("watcher", true), Err(Denial::NoSeat)));
    let (consent, offer) = desk.reply("mine", true).unwrap();
    assert_eq!((consent, offer.by), (Consent::Given, vec![0]));
    assert!(matches!(desk.reply("mine", true), Err(Denial::Stale)));
    desk.wish(KEY, Wish::Undo).unwrap();
    desk.hear("mine", 1, "0", &kept).unwrap();
    assert!(matches!(desk.reply("mine", true), Err(Denial::Stale)), "whoever moves has answered");
    assert_eq!(desk.wish(KEY, Wish::Rematch).unwrap(), Consent::Asked);
    assert_eq!(desk.wish("mine", Wish::Rematch).unwrap(), Consent::Given, "both want it");
    assert!(desk.go_on_in("next", &settled).unwrap() && !desk.go_on_in("another", &settled).unwrap());
}

#[test]
fn whoever_gives_up_ends_the_game_for_all() {
    let desk = desk(["you", "random"]);
    assert!(matches!(desk.resign("watcher", 0, &kept, &settled), Err(Denial::NoSeat)));
    desk.hear(KEY, 0, "4", &kept).unwrap();
    desk.resign(KEY, 1, &kept, &settled).unwrap();
    assert_eq!(desk.news(&mut Seen::default()).beside.resigned, Some(0));
    assert!(desk.ask().is_none(), "nobody thinks any more");
    assert!(matches!(desk.resign(KEY, 1, &kept, &settled), Err(Denial::Refused(_))));
    assert!(matches!(desk.wish(KEY, Wish::Undo), Err(Denial::Refused(_))));
}
