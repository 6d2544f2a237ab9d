use super::*;
use crate::web::agreements::Agreements;
use crate::web::rules::Choice;
use crate::web::store::StoreError;

const KEY: &str = "the key";

fn room(seats: [&str; 2]) -> GameRoom {
    let seats = seats.map(str::to_owned);
    let game = Game::new(Choice::Tictactoe, &seats).unwrap();
    let keys = game.seats().iter().map(|seat| match seat {
        SeatKind::You => Some(lock(KEY)),
        _ => None,
    });
    let locks = keys.collect();
    let invited = |seat: &SeatKind| (*seat == SeatKind::Friend).then(|| lock("invitation"));
    let invitations = game.seats().iter().map(invited).collect();
    let (choice, seats) = (Choice::Tictactoe, seats.to_vec());
    let setting =
        Setting { choice, seats, locks, invitations, agreements: Agreements::default(), clocks: None };
    GameRoom::new("name".to_owned(), game, setting)
}

fn kept(_: &Kept) -> Result<(), ApiError> {
    Ok(())
}

fn lost(_: &Kept) -> Result<(), ApiError> {
    Err(StoreError::Folder("full".to_owned(), std::io::ErrorKind::StorageFull.into()).into())
}

fn lines(room: &GameRoom) -> Vec<Option<String>> {
    room.news(&mut Seen::default()).steps.into_iter().map(|step| step.line).collect()
}

#[test]
fn a_change_that_cannot_be_saved_is_undone() {
    let room = room(["you", "you"]);
    room.play_line(KEY, 0, "4", &kept).unwrap();
    let mut news = room.watch();
    news.mark_unchanged();
    let before = lines(&room);
    let version = |room: &GameRoom| room.news(&mut Seen::default()).version;
    assert!(matches!(room.play_line(KEY, version(&room), "0", &lost), Err(ApiError::Store(_))));
    assert!(matches!(room.take_back(&[0, 1], &lost), Err(ApiError::Store(_))));
    assert_eq!(lines(&room), before);
    assert!(!news.has_changed().unwrap());
    room.play_line(KEY, version(&room), "0", &kept).unwrap();
    assert!(news.has_changed().unwrap());
}

#[test]
fn watchers_get_new_steps_or_all_after_taking_back() {
    let room = room(["you", "you"]);
    let mut seen = Seen::default();
    let mut sent = |room: &GameRoom| {
        let news = room.news(&mut seen);
        (news.keep, news.steps.len())
    };
    assert_eq!(sent(&room), (0, 1));
    room.play_line(KEY, 0, "4", &kept).unwrap();
    room.play_line(KEY, 1, "0", &kept).unwrap();
    assert_eq!(sent(&room), (1, 2), "a slow watcher gets both at once");
    assert_eq!(sent(&room), (3, 0));
    room.take_back(&[0, 1], &kept).unwrap();
    assert_eq!(sent(&room), (0, 2));
}

#[test]
fn an_answer_to_a_position_that_is_no_more_is_not_heard() {
    let room = room(["you", "random"]);
    assert!(room.ask().is_none(), "it is a person's turn");
    room.play_line(KEY, 0, "4", &kept).unwrap();
    let question = room.ask().unwrap();
    assert!(room.ask().is_none(), "one thinks at a time");
    room.take_back(&[0], &kept).unwrap();
    assert!(matches!(room.answer(&question, "0", &kept), Err(ApiError::Stale)));
    room.rest();
    assert!(room.ask().is_none());
    room.play_line(KEY, 2, "8", &kept).unwrap();
    room.answer(&room.ask().unwrap(), "0", &kept).unwrap();
    assert_eq!(lines(&room).len(), 3);
}

#[test]
fn computers_play_each_other_only_while_watched() {
    let room = room(["random", "perfect"]);
    assert!(room.ask().is_none());
    let watcher = room.watch();
    let question = room.ask().unwrap();
    drop(watcher);
    room.answer(&question, "4", &kept).unwrap();
    room.rest();
    assert!(room.ask().is_none());
}

#[test]
fn an_invitation_is_good_for_one() {
    let room = room(["you", "friend"]);
    assert!(matches!(room.play_line("invitation", 0, "4", &kept), Err(ApiError::NoSeat)));
    assert!(matches!(room.claim("forged", "mine", &kept), Err(ApiError::Taken)));
    assert_eq!(room.claim("invitation", "mine", &kept).unwrap(), 1);
    assert!(matches!(room.claim("invitation", "another", &kept), Err(ApiError::Taken)));
    room.play_line(KEY, 0, "4", &kept).unwrap();
    room.play_line("mine", 1, "0", &kept).unwrap();
    assert!(matches!(room.play_line("another", 2, "8", &kept), Err(ApiError::NoSeat)));
}

#[test]
fn who_sits_and_whose_page_is_open_is_told() {
    let room = Arc::new(room(["you", "friend"]));
    let beside = || room.news(&mut Seen::default()).beside;
    let enter = |key| room.enter(Client::of([192, 0, 2, 1].into()), key).unwrap();
    assert_eq!((beside().taken, beside().present), (vec![true, false], vec![false, false]));
    let host = enter(Some(KEY));
    room.claim("invitation", "mine", &kept).unwrap();
    let mut news = room.watch();
    news.mark_unchanged();
    let (friend, watcher) = (enter(Some("mine")), enter(None));
    assert!(news.has_changed().unwrap());
    assert_eq!((beside().taken, beside().present), (vec![true, true], vec![true, true]));
    drop((host, watcher));
    assert_eq!(beside().present, [false, true]);
    drop(friend);
    assert_eq!(beside().present, [false, false]);
}

#[test]
fn offers_need_an_answer_and_a_move_is_one() {
    let room = room(["you", "friend"]);
    assert!(matches!(room.wish(KEY, Wish::Rematch), Ok(Consent::Given)), "there is no other yet");
    room.claim("invitation", "mine", &kept).unwrap();
    assert!(matches!(room.wish(KEY, Wish::Undo), Err(ApiError::Refused(_))));
    room.play_line(KEY, 0, "4", &kept).unwrap();
    assert_eq!(room.wish(KEY, Wish::Undo).unwrap(), Consent::Asked);
    assert!(matches!(room.reply(KEY, true), Err(ApiError::NotYourTurn)), "nobody grants their own wish");
    assert!(matches!(room.reply("watcher", true), Err(ApiError::NoSeat)));
    let (consent, offer) = room.reply("mine", true).unwrap();
    assert_eq!((consent, offer.by), (Consent::Given, vec![0]));
    assert!(matches!(room.reply("mine", true), Err(ApiError::Stale)));
    room.wish(KEY, Wish::Undo).unwrap();
    room.play_line("mine", 1, "0", &kept).unwrap();
    assert!(matches!(room.reply("mine", true), Err(ApiError::Stale)), "whoever moves has answered");
    assert_eq!(room.wish(KEY, Wish::Rematch).unwrap(), Consent::Asked);
    assert_eq!(room.wish("mine", Wish::Rematch).unwrap(), Consent::Given, "both want it");
    assert!(room.go_on_in("next", &kept).unwrap() && !room.go_on_in("another", &kept).unwrap());
}

#[test]
fn whoever_gives_up_ends_the_game_for_all() {
    let room = room(["you", "random"]);
    assert!(matches!(room.resign("watcher", 0, &kept), Err(ApiError::NoSeat)));
    room.play_line(KEY, 0, "4", &kept).unwrap();
    room.resign(KEY, 1, &kept).unwrap();
    assert_eq!(room.news(&mut Seen::default()).beside.resigned, Some(0));
    assert!(room.ask().is_none(), "nobody thinks any more");
    assert!(matches!(room.resign(KEY, 1, &kept), Err(ApiError::Refused(_))));
    assert!(matches!(room.wish(KEY, Wish::Undo), Err(ApiError::Refused(_))));
}
