//! What both databases must do the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use referee::service::{
    Class, Finished, Job, NewRejudging, NewSubmission, NewWorker, Ruling, Scope, Store, StoreError,
};

use crate::server::Server;

/// Does something with a fresh store of each kind.
fn on_both(test: impl Fn(&Store)) {
    let folder = tempfile::tempdir().unwrap();
    test(&Store::file(&folder.path().join("judge.sqlite")).unwrap());
    if let Some(server) = Server::start() {
        test(&Store::server(&server.url(), None, None).unwrap());
    }
}

const OURS: NewSubmission<'_> = NewSubmission {
    owner: "ada",
    idempotency_key: None,
    name: "ttt.py",
    source: b"print(1)\n",
    is_command: false,
    language: "Python",
    challenge: "tictactoe",
    challenge_key: "tictactoe@1",
    class: Class::Live,
    most: 1_000,
    webhook: None,
};

const MINUTE: Duration = Duration::from_secs(60);

/// Any job.
const LAST: Class = Class::Batch;

const ACCEPTED: Ruling<'_> = Ruling { key: None, verdict: "accepted", log: b"{}" };

fn worker(store: &Store, id: &str) {
    worker_on(store, id, "one");
}

fn worker_on(store: &Store, id: &str, machine: &str) {
    store.set("0", "rlimits", MINUTE).unwrap();
    let abilities = ["Python", "C", "tictactoe@1"].map(str::to_owned);
    let new =
        NewWorker { id, machine, build: "0", isolation: "rlimits", pace: MINUTE, abilities: &abilities };
    let welcome = store.register(&new).unwrap();
    assert!(welcome.may_work);
    assert_eq!((welcome.build.as_str(), welcome.lease), ("0", MINUTE));
}

fn verdict(store: &Store, submission: &str) -> Option<String> {
    store.status(submission).unwrap().unwrap().verdict
}

#[test]
fn a_submission_is_claimed_ruled_on_and_told_of() {
    on_both(|store| {
        let id = store.submit(&OURS).unwrap();
        assert_eq!(store.status("nobody's").unwrap(), None);
        assert_eq!(store.status(&id).unwrap().unwrap().state, "queued");
        assert_eq!(store.depth().unwrap()[0].queued, 1);
        worker(store, "w");
        let jobs = store.claim("w", 5, LAST).unwrap();
        let [job] = &jobs[..] else { panic!("{jobs:?}") };
        assert_eq!((job.attempt, &job.source[..], &job.name[..]), (1, OURS.source, "ttt.py"));
        assert_eq!(store.claim("w", 5, LAST).unwrap(), [], "it is leased");
        assert_eq!(store.beat("w").unwrap(), [(job.id, 1)]);
        assert_eq!(store.finish("w", job, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
        assert_eq!(store.log(&id).unwrap().as_deref(), Some(&b"{}"[..]));
        assert_eq!(store.beat("w").unwrap(), []);
        assert_eq!(store.depth().unwrap(), []);
        let status = store.status(&id).unwrap().unwrap();
        assert!(status.ruled.unwrap() >= status.submitted && status.state == "done");
    });
}

#[test]
fn a_request_that_is_repeated_is_one_submission() {
    on_both(|store| {
        let again = NewSubmission { idempotency_key: Some("k"), ..OURS };
        let id = store.submit(&again).unwrap();
        assert_eq!(store.submit(&again).unwrap(), id);
        let other = NewSubmission { source: b"print(2)\n", ..again.clone() };
        assert!(matches!(store.submit(&other), Err(StoreError::OtherSubmission)));
        let of_another = NewSubmission { owner: "bob", ..again };
        assert_ne!(store.submit(&of_another).unwrap(), id);
        assert_eq!(store.depth().unwrap()[0].queued, 2);
    });
}

#[test]
fn a_ruling_counts_only_from_the_attempt_that_holds_the_job() {
    on_both(|store| {
        let id = store.submit(&OURS).unwrap();
        worker(store, "slow");
        worker(store, "fast");
        let slow = store.claim("slow", 1, LAST).unwrap().remove(0);
        assert!(store.give_back("slow", &slow).unwrap());
        assert!(store.give_back("slow", &slow).unwrap(), "told twice");
        let fast = store.claim("fast", 1, LAST).unwrap().remove(0);
        assert_eq!((fast.id, fast.attempt), (slow.id, 2));
        assert!(!store.give_back("slow", &slow).unwrap(), "it is another's now");
        let wrong = Ruling { verdict: "wrong", ..ACCEPTED };
        assert_eq!(store.finish("slow", &slow, &wrong).unwrap(), Finished::Stale);
        assert_eq!(store.finish("slow", &fast, &wrong).unwrap(), Finished::Stale, "a stolen attempt");
        assert_eq!(verdict(store, &id), None);
        assert_eq!(store.finish("fast", &fast, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(store.finish("fast", &fast, &ACCEPTED).unwrap(), Finished::Taken, "told twice");
        assert_eq!(store.finish("slow", &slow, &wrong).unwrap(), Finished::Stale);
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
    });
}

#[test]
fn workers_get_what_they_can_do_and_what_somebody_waits_for_first() {
    on_both(|store| {
        let submit =
            |name, language, class| store.submit(&NewSubmission { name, language, class, ..OURS }).unwrap();
        submit("batch.py", "Python", Class::Batch);
        submit("rejudged.py", "Python", Class::Rejudge);
        submit("live.hs", "Haskell", Class::Live);
        submit("live.py", "Python", Class::Live);
        store.submit(&NewSubmission { challenge_key: "tictactoe@2", ..OURS }).unwrap();
        assert_eq!(store.claim("nobody", 9, LAST).unwrap(), [], "a worker that has not begun");
        worker(store, "w");
        let names: Vec<_> = store.claim("w", 9, LAST).unwrap().into_iter().map(|job| job.name).collect();
        assert_eq!(names, ["live.py", "rejudged.py", "batch.py"]);
        assert_eq!(
            store
                .depth()
                .unwrap()
                .iter()
                .map(|depth| (&depth.language[..], depth.class, depth.queued, depth.leased))
                .collect::<Vec<_>>(),
            [
                ("Haskell", Class::Live, 1, 0),
                ("Python", Class::Live, 1, 1),
                ("Python", Class::Rejudge, 0, 1),
                ("Python", Class::Batch, 0, 1)
            ]
        );
    });
}

#[test]
fn who_hands_in_many_does_not_keep_others_waiting() {
    on_both(|store| {
        for _ in 0..50 {
            store.submit(&NewSubmission { owner: "many", ..OURS }).unwrap();
        }
        store.submit(&NewSubmission { owner: "one", name: "one.py", ..OURS }).unwrap();
        worker(store, "w");
        let first: Vec<_> = store.claim("w", 2, LAST).unwrap().into_iter().map(|job| job.name).collect();
        assert!(first.contains(&"one.py".to_owned()), "{first:?}");
    });
}

#[test]
fn what_was_found_before_is_remembered_unless_it_may_not_be() {
    on_both(|store| {
        worker(store, "w");
        for (key, is_kept) in [(Some("key"), true), (None, false)] {
            store.submit(&OURS).unwrap();
            let job = store.claim("w", 1, LAST).unwrap().remove(0);
            store.finish("w", &job, &Ruling { key, ..ACCEPTED }).unwrap();
            let found = store.recall(key.unwrap_or_default()).unwrap();
            assert_eq!(found.is_some(), is_kept);
        }
        assert_eq!(store.recall("key").unwrap(), Some(("accepted".to_owned(), b"{}".to_vec())));
    });
}

/// Each of eight workers claims, and now and then gives back or rules late; in the end each submission has one ruling.
#[test]
fn many_workers_at_once_rule_on_each_submission_once() {
    const JOBS: usize = 120;
    on_both(|store| {
        let ids: Vec<_> = (0..JOBS).map(|_| store.submit(&OURS).unwrap()).collect();
        let taken: Mutex<BTreeMap<i64, usize>> = Mutex::default();
        let work = |number: usize| {
            let name = format!("w{number}");
            worker(store, &name);
            loop {
                let jobs = store.claim(&name, 3, LAST).unwrap();
                let Some((first, rest)) = jobs.split_first() else { return };
                let told = |job: &Job| {
                    if store.finish(&name, job, &ACCEPTED).unwrap() == Finished::Taken {
                        *taken.lock().unwrap().entry(job.id).or_default() += 1;
                    }
                };
                if (first.id + first.attempt) % 4 == 0 {
                    store.give_back(&name, first).unwrap();
                }
                told(first);
                rest.iter().for_each(told);
            }
        };
        std::thread::scope(|scope| (0..8).for_each(|number| drop(scope.spawn(move || work(number)))));
        // The worker that gave the last one back may have been the last to look.
        work(8);
        let taken = taken.into_inner().unwrap();
        assert_eq!(taken.len(), JOBS);
        assert!(taken.values().all(|count| *count == 1), "{taken:?}");
        let verdicts: BTreeSet<_> = ids.iter().map(|id| verdict(store, id)).collect();
        assert_eq!(verdicts, BTreeSet::from([Some("accepted".to_owned())]));
    });
}

#[test]
fn a_job_whose_worker_is_silent_goes_to_another_and_after_three_to_nobody() {
    on_both(|store| {
        let id = store.submit(&OURS).unwrap();
        let lease = Duration::from_millis(1);
        for (attempt, name) in [(1, "a"), (2, "b"), (3, "c")] {
            worker_on(store, name, name);
            store.set("0", "", lease).unwrap();
            let job = claimed(store, name).unwrap();
            assert_eq!(job.attempt, attempt);
        }
        worker_on(store, "d", "d");
        assert_eq!(claimed(store, "d"), None, "it killed three");
        assert_eq!(verdict(store, &id).as_deref(), Some("judge-error"));
        assert_eq!(store.mishaps().unwrap().lost, 3);
    });
}

/// A job, asked for until one is there or none is left.
fn claimed(store: &Store, worker: &str) -> Option<Job> {
    loop {
        let job = store.claim(worker, 1, LAST).unwrap().pop();
        if job.is_some() || store.depth().unwrap().is_empty() {
            return job;
        }
    }
}

#[test]
fn a_machine_on_which_three_workers_died_is_suspended_until_it_is_reinstated() {
    on_both(|store| {
        let submit = || store.submit(&OURS).unwrap();
        (0..3).for_each(|_| drop(submit()));
        let idle = NewWorker {
            id: "idle",
            machine: "idle",
            build: "0",
            isolation: "none",
            pace: MINUTE,
            abilities: &[],
        };
        store.register(&idle).unwrap();
        for (count, name) in (1..).zip(["a", "b", "c"]) {
            worker_on(store, name, "bad");
            store.set("0", "", Duration::from_millis(1)).unwrap();
            claimed(store, name).unwrap();
            // An expired lease is noticed when another worker asks for work.
            while store.mishaps().unwrap().lost < count {
                assert_eq!(store.claim("idle", 1, LAST).unwrap(), []);
            }
        }
        worker_on(store, "good", "good");
        while let Some(job) = claimed(store, "good") {
            store.finish("good", &job, &ACCEPTED).unwrap();
        }
        let abilities = ["Python".to_owned(), "tictactoe@1".to_owned()];
        let new = NewWorker {
            id: "e",
            machine: "bad",
            build: "0",
            isolation: "none",
            pace: MINUTE,
            abilities: &abilities,
        };
        submit();
        assert!(!store.register(&new).unwrap().may_work);
        assert_eq!(store.claim("e", 1, LAST).unwrap(), []);
        assert!(store.reinstate("bad").unwrap() && !store.reinstate("unknown").unwrap());
        assert_eq!(store.claim("e", 1, LAST).unwrap().len(), 1);
    });
}

#[test]
fn a_worker_of_another_build_or_that_has_left_gets_nothing() {
    on_both(|store| {
        worker(store, "old");
        worker(store, "left");
        store.submit(&OURS).unwrap();
        store.submit(&OURS).unwrap();
        assert_eq!(store.claim("left", 1, LAST).unwrap().len(), 1);
        store.unable("left", "Python").unwrap();
        assert_eq!(store.claim("left", 1, LAST).unwrap(), [], "its Python is broken");
        store.leave("left").unwrap();
        assert_eq!(store.claim("left", 1, LAST).unwrap(), []);
        assert_eq!(store.depth().unwrap()[0].queued, 2, "it gave back what it held");
        store.set("1", "", MINUTE).unwrap();
        assert_eq!(store.claim("old", 1, LAST).unwrap(), []);
        assert_eq!(store.workers().unwrap().len(), 1);
    });
}

#[test]
fn a_rejudging_counts_as_a_whole_once_it_is_applied() {
    on_both(|store| {
        worker(store, "w");
        let rule = |verdict| {
            while let Some(job) = store.claim("w", 1, LAST).unwrap().pop() {
                let ruling = Ruling { verdict, key: Some("key"), ..ACCEPTED };
                store.finish("w", &job, &ruling).unwrap();
            }
        };
        let ids = [store.submit(&OURS).unwrap(), store.submit(&OURS).unwrap()];
        rule("wrong");
        let new = NewRejudging {
            why: "a bug of ours",
            author: "host",
            challenge: "tictactoe",
            challenge_key: "tictactoe@1",
            language: Some("Python"),
            verdict: Some("wrong"),
            submission: None,
        };
        assert_eq!(store.rejudge(&NewRejudging { verdict: Some("early"), ..new.clone() }).unwrap().1, 0);
        let (id, count) = store.rejudge(&new).unwrap();
        assert_eq!(
            (count, store.apply(&id).unwrap().as_deref()),
            (2, Some("open")),
            "nothing is ruled on yet"
        );
        let job = store.claim("w", 1, LAST).unwrap().remove(0);
        assert!(!job.may_recall, "what was found before is what is in doubt");
        store.finish("w", &job, &ACCEPTED).unwrap();
        assert_eq!(store.apply(&id).unwrap().as_deref(), Some("open"), "one is missing");
        rule("accepted");
        assert!(ids.iter().all(|id| verdict(store, id).as_deref() == Some("wrong")), "it is not applied");
        let all = store.rejudgings().unwrap();
        let known = all.iter().find(|rejudging| rejudging.id == id).unwrap();
        assert_eq!((known.count, known.done, known.changed), (2, 2, 2));
        let row = &store.rejudged(&id).unwrap()[0];
        assert_eq!((row.before.as_deref(), row.again.as_deref()), (Some("wrong"), Some("accepted")));
        assert_eq!(store.apply(&id).unwrap().as_deref(), Some("applied"));
        assert!(ids.iter().all(|id| verdict(store, id).as_deref() == Some("accepted")));
        assert_eq!(store.discard(&id).unwrap().as_deref(), Some("applied"), "too late");
        let (other, _) = store.rejudge(&NewRejudging { verdict: None, ..new }).unwrap();
        assert_eq!(store.discard(&other).unwrap().as_deref(), Some("discarded"));
        assert_eq!(store.claim("w", 1, LAST).unwrap(), []);
        assert_eq!(store.accepted("tictactoe").unwrap().len(), 2);
    });
}

#[test]
fn an_owner_cannot_have_more_waiting_than_allowed() {
    on_both(|store| {
        let two = NewSubmission { most: 2, ..OURS };
        let first = NewSubmission { idempotency_key: Some("first"), ..two.clone() };
        let id = store.submit(&first).unwrap();
        store.submit(&two).unwrap();
        assert!(matches!(store.submit(&two), Err(StoreError::TooMany)));
        assert_eq!(store.submit(&first).unwrap(), id, "what is there already may be asked for");
        store.submit(&NewSubmission { owner: "bob", ..two }).unwrap();
    });
}

#[test]
fn a_token_lets_in_whoever_holds_it_until_it_is_ended() {
    on_both(|store| {
        assert!(!store.has_tokens().unwrap());
        let token = store.new_token("ada", &[Scope::Submit]).unwrap();
        let holder = store.holder(&token).unwrap().unwrap();
        assert_eq!(holder.owner, "ada");
        assert!(holder.may(Scope::Submit) && !holder.may(Scope::Read) && !holder.may(Scope::Admin));
        assert_eq!(store.holder("forged").unwrap(), None);
        store.end_tokens("ada").unwrap();
        assert_eq!(store.holder(&token).unwrap(), None);
    });
}

/// A worker's role may do what workers do, and neither more nor look into a table.
#[test]
fn the_role_of_workers_can_do_nothing_else() {
    let Some(server) = Server::start() else { return };
    server.query("create role hand login");
    let store = Store::server(&server.url(), None, Some("hand")).unwrap();
    store.set("0", "", MINUTE).unwrap();
    let id = store.submit(&OURS).unwrap();
    let hand = Store::on_server(&server.url_as("hand"), None).unwrap();
    let abilities = ["Python".to_owned(), "tictactoe@1".to_owned()];
    let new = NewWorker {
        id: "w",
        machine: "one",
        build: "0",
        isolation: "none",
        pace: MINUTE,
        abilities: &abilities,
    };
    hand.register(&new).unwrap();
    let job = hand.claim("w", 1, LAST).unwrap().remove(0);
    hand.beat("w").unwrap();
    assert_eq!(hand.recall("key").unwrap(), None);
    assert_eq!(hand.finish("w", &job, &ACCEPTED).unwrap(), Finished::Taken);
    hand.leave("w").unwrap();
    assert_eq!(verdict(&store, &id).as_deref(), Some("accepted"));
    assert!(hand.status(&id).is_err() && hand.new_token("me", &[Scope::Admin]).is_err());
    assert!(hand.set("1", "", MINUTE).is_err() && hand.submit(&OURS).is_err());
    assert!(Store::server(&server.url_as("hand"), None, None).is_err(), "it cannot make tables");
}

#[test]
fn tls_is_used_if_it_is_asked_for_and_the_certificate_must_be_vouched_for() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(server) = Server::with_tls(port) else { return };
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("ca.pem");
    std::fs::copy(server.certificate(), &authority).unwrap();
    let url = format!("postgres://judge@localhost:{port}/postgres");
    let with = |parameters: &str| {
        Store::server(&format!("{url}?{parameters}"), None, None).err().map(|why| why.to_string())
    };
    assert_eq!(with(&format!("sslmode=verify-full&sslrootcert={}", authority.display())), None);
    assert!(with("sslmode=require").is_some(), "nobody vouches for it");
    assert_eq!(with("sslmode=disable"), None);
    assert!(with("sslmode=require&sslrootcert=/none").unwrap().contains("/none"));
    let encrypted = "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where ssl and application_name = 'judge'";
    let store =
        Store::server(&format!("{url}?sslmode=require&sslrootcert={}", authority.display()), None, None)
            .unwrap();
    assert!(server.number(encrypted) > 0);
    drop(store);
}

#[test]
fn a_database_of_a_later_judge_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judge.sqlite");
    drop(Store::file(&file).unwrap());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(Store::file(&file), Err(StoreError::Newer(99, _))));
    let Some(server) = Server::start() else { return };
    drop(Store::server(&server.url(), None, None).unwrap());
    server.query("update judge.version set version = 99");
    assert!(matches!(Store::server(&server.url(), None, None), Err(StoreError::Newer(99, _))));
}

/// What the first version of the tables held is there after they were changed.
#[test]
fn a_database_of_an_earlier_judge_is_brought_up_to_date() {
    let first = include_str!("../../src/service/schema/1.sql").replace("{int}", "bigint");
    let submission = "insert into submission (id, owner, name, source, digest, bytes, language, challenge, submitted, generation)
        values ('old', 'ada', 'ttt.py', {source}, 'x', 1, 'Python', 'tictactoe', 1, 0);
        insert into job (submission, generation, route, challenge, class, vtime, state, attempt, deaths)
        values ('old', 0, 'Python', 'tictactoe@1', 0, 1, 'queued', 0, 0);";
    let check = |store: &Store| {
        worker(store, "w");
        let job = store.claim("w", 1, LAST).unwrap().remove(0);
        assert!(!job.is_command && job.name == "ttt.py");
        store.finish("w", &job, &ACCEPTED).unwrap();
        assert_eq!(store.accepted("tictactoe").unwrap().len(), 1);
        assert_eq!(store.webhooks(9).unwrap(), []);
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judge.sqlite");
    let old = rusqlite::Connection::open(&file).unwrap();
    let tables = first.replace("{id}", "integer primary key").replace("{bytes}", "blob");
    let rows = submission.replace("{source}", "x'78'");
    old.execute_batch(&format!("{tables}{rows} pragma user_version = 1")).unwrap();
    drop(old);
    check(&Store::file(&file).unwrap());
    let Some(server) = Server::start() else { return };
    let id = "bigint generated always as identity primary key";
    let tables = first.replace("{id}", id).replace("{bytes}", "bytea");
    let rows = submission.replace("{source}", "'x'");
    server.query(&format!(
        "create schema judge; create table judge.version (version bigint not null);
        insert into judge.version values (1); set search_path = judge; {tables}{rows}
        create function judge.register(text) returns bigint language sql as 'select 1::bigint'"
    ));
    check(&Store::server(&server.url(), None, None).unwrap());
}

#[test]
fn a_worker_is_told_how_fast_the_fastest_is() {
    on_both(|store| {
        store.set("0", "", MINUTE).unwrap();
        let begin = |id, milliseconds| {
            let pace = Duration::from_millis(milliseconds);
            let new = NewWorker { id, machine: id, build: "0", isolation: "none", pace, abilities: &[] };
            store.register(&new).unwrap().fastest.as_millis()
        };
        assert_eq!([begin("a", 20), begin("b", 30), begin("c", 10), begin("d", 20)], [20, 20, 10, 10]);
        store.leave("c").unwrap();
        assert_eq!(begin("e", 40), 20);
        assert_eq!(store.workers().unwrap().iter().map(|worker| worker.pace).max(), Some(40_000));
    });
}

#[test]
fn a_store_that_is_opened_again_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judge.sqlite");
    let id = Store::file(&file).unwrap().submit(&OURS).unwrap();
    assert_eq!(Store::file(&file).unwrap().status(&id).unwrap().unwrap().state, "queued");
    let Some(server) = Server::start() else { return };
    let id = Store::server(&server.url(), None, None).unwrap().submit(&OURS).unwrap();
    let store = Store::server(&server.url(), None, None).unwrap();
    assert_eq!(store.status(&id).unwrap().unwrap().state, "queued");
    server.crash();
    let told = store.status(&id);
    assert!(told.is_err(), "its connection is gone: {told:?}");
    assert_eq!(store.status(&id).unwrap().unwrap().state, "queued", "it connects anew");
}
