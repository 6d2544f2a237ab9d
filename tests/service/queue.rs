//! What both databases must do the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use referee::service::{
    Class, Finished, Job, JobState, NewRejudging, NewSubmission, NewWorker, RejudgingState, Ruling, Scope,
    Store, StoreError, Unwanted,
};

use crate::server::Server;

/// Does something with a fresh store of each kind.
fn on_both(test: impl Fn(&Store)) {
    let folder = tempfile::tempdir().unwrap();
    test(&Store::file(&folder.path().join("judge.sqlite")).unwrap());
    if let Some(server) = Server::start() {
        test(&Store::server(&server.url(), None, &[]).unwrap());
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

const ACCEPTED: Ruling<'_> = Ruling { tools: None, verdict: "accepted", log: b"{}" };

/// The saved run of a submission that was ruled on.
fn log(store: &Store, submission: &str) -> Option<Vec<u8>> {
    store.run_named(&store.run_of(submission).unwrap()?).unwrap()
}

/// A worker that may begin; gives its secret.
fn worker(store: &Store) -> String {
    worker_on(store, "one")
}

fn worker_on(store: &Store, machine: &str) -> String {
    store.set("0", "rlimits", MINUTE).unwrap();
    let welcome = store.register(&new_worker(machine)).unwrap();
    assert!(welcome.may_work && welcome.id != welcome.secret);
    assert_eq!((welcome.build.as_str(), welcome.lease), ("0", MINUTE));
    welcome.secret
}

fn new_worker(machine: &str) -> NewWorker<'_> {
    static ABILITIES: std::sync::LazyLock<[String; 3]> =
        std::sync::LazyLock::new(|| ["Python", "C", "tictactoe@1"].map(str::to_owned));
    NewWorker {
        machine,
        machine_key: machine,
        build: "0",
        isolation: "rlimits",
        pace: MINUTE,
        abilities: &*ABILITIES,
    }
}

fn verdict(store: &Store, submission: &str) -> Option<String> {
    store.status(submission).unwrap().unwrap().verdict
}

#[test]
fn a_submission_is_claimed_ruled_on_and_told_of() {
    on_both(|store| {
        let id = store.submit(&OURS).unwrap();
        assert_eq!(store.status("nobody's").unwrap(), None);
        assert_eq!(store.status(&id).unwrap().unwrap().state, JobState::Queued);
        assert_eq!(store.depth().unwrap()[0].queued, 1);
        let w = &worker(store);
        let jobs = store.claim(w, 5, LAST).unwrap();
        let [job] = &jobs[..] else { panic!("{jobs:?}") };
        assert_eq!((job.attempt, &job.source[..], &job.name[..]), (1, OURS.source, "ttt.py"));
        assert_eq!(store.claim(w, 5, LAST).unwrap(), [], "it is leased");
        let held = [(job.id, 1)];
        assert_eq!(store.beat(w, &held).unwrap(), held);
        assert_eq!(store.finish(w, job, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
        assert_eq!(log(store, &id).as_deref(), Some(&b"{}"[..]));
        assert_eq!(store.beat(w, &held).unwrap(), []);
        assert_eq!(store.depth().unwrap(), []);
        let status = store.status(&id).unwrap().unwrap();
        assert!(status.ruled.unwrap() >= status.submitted && status.state == JobState::Done);
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
        let slow_one = &worker(store);
        let fast_one = &worker(store);
        let slow = store.claim(slow_one, 1, LAST).unwrap().remove(0);
        assert!(store.give_back(slow_one, &slow).unwrap());
        assert!(store.give_back(slow_one, &slow).unwrap(), "told twice");
        let fast = store.claim(fast_one, 1, LAST).unwrap().remove(0);
        assert_eq!((fast.id, fast.attempt), (slow.id, 2));
        assert!(!store.give_back(slow_one, &slow).unwrap(), "it is another's now");
        let wrong = Ruling { verdict: "wrong", ..ACCEPTED };
        assert_eq!(store.finish(slow_one, &slow, &wrong).unwrap(), Finished::Stale);
        assert_eq!(store.finish(slow_one, &fast, &wrong).unwrap(), Finished::Stale, "a stolen attempt");
        assert_eq!(verdict(store, &id), None);
        assert_eq!(store.finish(fast_one, &fast, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(store.finish(fast_one, &fast, &ACCEPTED).unwrap(), Finished::Taken, "told twice");
        assert_eq!(store.finish(slow_one, &slow, &wrong).unwrap(), Finished::Stale);
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
    });
}

#[test]
fn workers_get_live_jobs_that_they_can_do_first() {
    on_both(|store| {
        let submit =
            |name, language, class| store.submit(&NewSubmission { name, language, class, ..OURS }).unwrap();
        submit("batch.py", "Python", Class::Batch);
        submit("rejudged.py", "Python", Class::Rejudge);
        submit("live.hs", "Haskell", Class::Live);
        submit("live.py", "Python", Class::Live);
        store.submit(&NewSubmission { challenge_key: "tictactoe@2", ..OURS }).unwrap();
        assert_eq!(store.claim("nobody", 9, LAST).unwrap(), [], "a worker that has not begun");
        let w = &worker(store);
        let names: Vec<_> = store.claim(w, 9, LAST).unwrap().into_iter().map(|job| job.name).collect();
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
        let w = &worker(store);
        let first: Vec<_> = store.claim(w, 2, LAST).unwrap().into_iter().map(|job| job.name).collect();
        assert!(first.contains(&"one.py".to_owned()), "{first:?}");
    });
}

/// Submissions of one text have one ruling, if the worker says that the tools are the same. What the text is, only the
/// database says.
#[test]
fn what_was_found_before_is_used_again_for_the_same_text_only() {
    on_both(|store| {
        let (one, other) = (&worker(store), &worker(store));
        let submit = |source: &[u8]| {
            let id = store.submit(&NewSubmission { source, ..OURS }).unwrap();
            (id, store.claim(other, 1, LAST).unwrap().remove(0))
        };
        store.submit(&OURS).unwrap();
        let job = store.claim(one, 1, LAST).unwrap().remove(0);
        assert_eq!(store.reuse(one, &job, "tools").unwrap(), None);
        let ruling = Ruling { tools: Some("tools"), log: b"{\"first\":1}", ..ACCEPTED };
        assert_eq!(store.finish(one, &job, &ruling).unwrap(), Finished::Taken);
        let (id, again) = submit(OURS.source);
        assert_eq!(store.reuse(other, &again, "others").unwrap(), None);
        assert_eq!(store.reuse(one, &again, "tools").unwrap(), None, "it is another's job");
        for _ in 0..2 {
            assert_eq!(store.reuse(other, &again, "tools").unwrap().as_deref(), Some("accepted"));
        }
        assert_eq!(log(store, &id).as_deref(), Some(ruling.log));
        let made_by = store.status(&id).unwrap().unwrap().worker.unwrap();
        let workers = store.workers().unwrap();
        assert!(workers.iter().any(|worker| worker.id == made_by) && made_by != **one, "{made_by}");
        assert_eq!(store.rulings().unwrap()[0].1, 2, "each is counted once");
        let (_, different) = submit(b"print(2)\n");
        assert_eq!(store.reuse(other, &different, "tools").unwrap(), None, "another text");
        store.finish(other, &different, &ACCEPTED).unwrap();
        let (_, unsure) = submit(b"print(2)\n");
        assert_eq!(store.reuse(other, &unsure, "tools").unwrap(), None, "its ruling may not be used again");
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
            let name = worker_on(store, &format!("w{number}"));
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
fn a_job_of_silent_workers_is_tried_three_times() {
    on_both(|store| {
        let id = store.submit(&NewSubmission { webhook: Some("https://ci.example/"), ..OURS }).unwrap();
        let told = || store.webhooks(9).unwrap().into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
        let lease = Duration::from_millis(1);
        let mut lost = Vec::new();
        for (attempt, name) in [(1, "a"), (2, "b"), (3, "c")] {
            let worker = worker_on(store, name);
            store.set("0", "", lease).unwrap();
            let job = claimed(store, &worker).unwrap();
            assert_eq!(job.attempt, attempt);
            lost.push((worker, job));
        }
        let last = worker_on(store, "d");
        assert_eq!(claimed(store, &last), None, "it killed three");
        assert_eq!(verdict(store, &id).as_deref(), Some("judge-error"));
        assert_eq!(store.rare_events().unwrap().lost, 3);
        let failed = store.failed(9).unwrap();
        assert_eq!((failed.len(), &failed[0].id, failed[0].deaths), (1, &id, 3));
        assert_eq!(told(), [id.as_str()]);
        store.hooked(&id, None).unwrap();
        assert!(told().is_empty(), "delivered");
        // Somebody else's attempt is no way to rule on it.
        let (worker, job) = &lost[1];
        assert_eq!(store.finish(&last, job, &ACCEPTED).unwrap(), Finished::Stale);
        assert_eq!(store.rare_events().unwrap().stale, 0, "whoever never held it rules on nothing");
        // The second worker was slow, and not dead. What it found counts, and nothing differs from that.
        assert_eq!(store.finish(worker, job, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(store.finish(worker, job, &ACCEPTED).unwrap(), Finished::Taken, "told twice");
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
        assert_eq!(log(store, &id).as_deref(), Some(ACCEPTED.log));
        assert_eq!(told(), [id.as_str()], "another ruling than the one delivered");
        store.hooked(&id, None).unwrap();
        let (worker, job) = &lost[0];
        assert_eq!(store.finish(worker, job, &ACCEPTED).unwrap(), Finished::Stale);
        assert_eq!((store.rare_events().unwrap().disagreements, store.failed(9).unwrap().len()), (0, 0));
        let differs = Ruling { verdict: "wrong", ..ACCEPTED };
        assert_eq!(store.finish(&lost[2].0, &lost[2].1, &differs).unwrap(), Finished::Stale);
        assert_eq!(store.rare_events().unwrap().disagreements, 1);
        assert!(told().is_empty());
    });
}

/// What a worker has let go must not be renewed with the rest: nobody would ever judge it.
#[test]
fn a_beat_renews_only_the_jobs_that_it_names() {
    on_both(|store| {
        (0..2).for_each(|_| drop(store.submit(&OURS).unwrap()));
        let (holder, other) = (&worker(store), &worker(store));
        let jobs = store.claim(holder, 2, LAST).unwrap();
        let [named, unnamed] = [0, 1].map(|at| (jobs[at].id, jobs[at].attempt));
        // A renewed lease is a short one from here on, but not over before the beat has told of it.
        store.set("0", "", Duration::from_millis(300)).unwrap();
        assert_eq!(store.beat(holder, &[named]).unwrap(), [named]);
        assert_eq!(store.beat(holder, &[(unnamed.0, unnamed.1 + 1)]).unwrap(), [], "an attempt of another");
        while store.depth().unwrap()[0].overdue == 0 {}
        store.set("0", "", MINUTE).unwrap();
        assert_eq!(claimed(store, other).unwrap().id, named.0);
        assert_eq!(store.rare_events().unwrap().lost, 1);
        assert_eq!(store.beat(holder, &[named, unnamed]).unwrap(), [unnamed], "that one is another's now");
        assert!(store.give_back(holder, &jobs[1]).unwrap());
        assert_eq!(claimed(store, other).unwrap().id, unnamed.0);
        assert_eq!(store.rare_events().unwrap().lost, 1, "what is given back was not lost");
    });
}

/// The program is not to blame if a machine is too busy, or the database was away.
#[test]
fn a_worker_that_is_heard_of_again_was_not_lost() {
    on_both(|store| {
        let id = store.submit(&OURS).unwrap();
        let idle = store.register(&NewWorker { abilities: &[], ..new_worker("idle") }).unwrap().secret;
        for attempt in 1..=12 {
            assert_eq!(verdict(store, &id), None, "attempt {attempt}");
            let slow = worker_on(store, "slow");
            store.set("0", "", Duration::from_millis(1)).unwrap();
            assert_eq!(claimed(store, &slow).unwrap().attempt, attempt);
            while store.rare_events().unwrap().lost < attempt {
                assert_eq!(store.claim(&idle, 1, LAST).unwrap(), []);
            }
            store.beat(&slow, &[]).unwrap();
        }
        assert_eq!(verdict(store, &id).as_deref(), Some("judge-error"), "not for ever");
        assert!(store.register(&new_worker("slow")).unwrap().may_work, "none was lost on this machine");
    });
}

/// The third of three that are lost may be only slow, too.
#[test]
fn what_was_given_up_waits_again_when_a_lost_worker_is_heard_of() {
    on_both(|store| {
        let id = store.submit(&NewSubmission { webhook: Some("https://ci.example/"), ..OURS }).unwrap();
        let lose = |name| {
            let worker = worker_on(store, name);
            store.set("0", "", Duration::from_millis(1)).unwrap();
            claimed(store, &worker).unwrap();
            worker
        };
        let [_, _, slow] = ["a", "b", "c"].map(lose);
        let last = worker_on(store, "d");
        assert_eq!(claimed(store, &last), None);
        assert_eq!(verdict(store, &id).as_deref(), Some("judge-error"));
        store.hooked(&id, None).unwrap();
        store.beat(&last, &[]).unwrap();
        assert_eq!(verdict(store, &id).as_deref(), Some("judge-error"), "it did not hold it");
        store.beat(&slow, &[]).unwrap();
        let status = store.status(&id).unwrap().unwrap();
        assert_eq!((status.state, status.verdict), (JobState::Queued, None));
        assert_eq!((store.failed(9).unwrap(), store.webhooks(9).unwrap()), (vec![], vec![]));
        let job = claimed(store, &last).unwrap();
        assert_eq!(job.attempt, 4);
        store.finish(&last, &job, &ACCEPTED).unwrap();
        store.beat(&slow, &[]).unwrap();
        assert_eq!(verdict(store, &id).as_deref(), Some("accepted"));
        assert_eq!(store.webhooks(9).unwrap().len(), 1, "another ruling than the one delivered");
    });
}

/// A machine that loses two workers with a job may be the reason, so the last attempt is another machine's.
#[test]
fn the_last_attempt_is_on_another_machine_after_a_pause() {
    on_both(|store| {
        store.submit(&OURS).unwrap();
        let lease = |time| store.set("0", "", time).unwrap();
        let (idle, other) = (worker_on(store, "same"), worker_on(store, "other"));
        for count in 1..=2 {
            let lost = worker_on(store, "same");
            lease(Duration::from_millis(1));
            claimed(store, &lost).unwrap();
            store.unable(&idle, "Python").unwrap();
            while store.rare_events().unwrap().lost < count {
                assert_eq!(store.claim(&idle, 1, LAST).unwrap(), []);
            }
        }
        // The pause was that of the short lease; ten leases of a minute are not over.
        lease(MINUTE);
        let same = worker_on(store, "same");
        store.beat(&other, &[]).unwrap();
        assert_eq!(claimed_soon(store, &same), None);
        assert_eq!(claimed(store, &other).unwrap().attempt, 3);
    });
}

/// A job, after the clock of the database has moved on; none if there is none then.
fn claimed_soon(store: &Store, worker: &str) -> Option<Job> {
    let now = || store.done_since(i64::MAX).unwrap().0;
    let until = now() + 20;
    while now() < until {}
    store.claim(worker, 1, LAST).unwrap().pop()
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
fn a_machine_that_loses_three_workers_is_suspended() {
    on_both(|store| {
        let submit = || store.submit(&OURS).unwrap();
        (0..3).for_each(|_| drop(submit()));
        let idle = store.register(&NewWorker { abilities: &[], ..new_worker("idle") }).unwrap().secret;
        for count in 1..=3 {
            let worker = worker_on(store, "bad");
            store.set("0", "", Duration::from_millis(1)).unwrap();
            claimed(store, &worker).unwrap();
            // An expired lease is noticed when another worker asks for work.
            while store.rare_events().unwrap().lost < count {
                assert_eq!(store.claim(&idle, 1, LAST).unwrap(), []);
            }
        }
        let good = worker_on(store, "good");
        while let Some(job) = claimed(store, &good) {
            store.finish(&good, &job, &ACCEPTED).unwrap();
        }
        submit();
        store.set("0", "", MINUTE).unwrap();
        let suspended = store.register(&new_worker("bad")).unwrap();
        assert!(!suspended.may_work);
        assert_eq!(store.claim(&suspended.secret, 1, LAST).unwrap(), []);
        let of_this_name =
            store.register(&NewWorker { machine_key: "another", ..new_worker("bad") }).unwrap();
        assert!(of_this_name.may_work, "a name can be anybody's");
        // It may be the only machine, and must go on by itself.
        store.set("0", "", Duration::from_millis(1)).unwrap();
        let job = claimed(store, &suspended.secret).unwrap();
        store.give_back(&suspended.secret, &job).unwrap();
        store.set("0", "", MINUTE).unwrap();
        assert_eq!(store.claim(&suspended.secret, 1, LAST).unwrap(), []);
        assert!(store.reinstate("bad").unwrap() && !store.reinstate("unknown").unwrap());
        assert_eq!(store.claim(&suspended.secret, 1, LAST).unwrap().len(), 1);
    });
}

/// A submission that waits for a worker that is not there says so.
#[test]
fn what_no_worker_can_judge_is_known() {
    on_both(|store| {
        store.set("0", "", MINUTE).unwrap();
        let id = store.submit(&NewSubmission { language: "Haskell", ..OURS }).unwrap();
        let other = store.submit(&OURS).unwrap();
        let is_stuck = |id: &str| store.status(id).unwrap().unwrap().is_stuck;
        assert!(is_stuck(&id) && is_stuck(&other), "there is no worker");
        let able = worker(store);
        assert!(!is_stuck(&id) && !is_stuck(&other), "it may turn out to have Haskell");
        assert!(!store.workers().unwrap()[0].is_ready);
        store.ready(&able).unwrap();
        assert!(store.workers().unwrap()[0].is_ready);
        assert!(is_stuck(&id) && !is_stuck(&other), "it has no Haskell");
        let stuck: Vec<_> = store.depth().unwrap().into_iter().map(|row| (row.language, row.stuck)).collect();
        assert_eq!(stuck, [("Haskell".to_owned(), 1), ("Python".to_owned(), 0)]);
        store.leave(&able).unwrap();
        assert!(is_stuck(&other), "it has left");
    });
}

#[test]
fn a_link_lets_its_owner_in_once_and_not_for_long() {
    on_both(|store| {
        let link = store.new_link("ada", &[Scope::Submit, Scope::Read], MINUTE).unwrap();
        assert_eq!(store.link(&link).unwrap().as_deref(), Some("ada"));
        assert_eq!(store.holder(&link).unwrap(), None, "it is no token");
        let token = store.use_link(&link, MINUTE).unwrap().unwrap();
        let holder = store.holder(&token).unwrap().unwrap();
        assert!(holder.owner == "ada" && holder.may(Scope::Read) && !holder.may(Scope::Admin));
        assert_eq!(
            (store.link(&link).unwrap(), store.use_link(&link, MINUTE).unwrap()),
            (None, None),
            "used"
        );
        let late = store.new_link("ada", &[Scope::Read], Duration::ZERO).unwrap();
        while store.link(&late).unwrap().is_some() {}
        assert_eq!(store.use_link(&late, MINUTE).unwrap(), None, "out of date");
        let link = || store.new_link("ada", &[Scope::Read], MINUTE).unwrap();
        let (first, second) = (store.use_link(&link(), MINUTE).unwrap().unwrap(), link());
        store.end_session(&first).unwrap();
        assert_eq!(store.holder(&first).unwrap(), None, "signed out");
        store.end_tokens("ada").unwrap();
        assert_eq!(store.use_link(&second, MINUTE).unwrap(), None, "ended with the tokens");
        let short = store.new_link("ada", &[Scope::Read], MINUTE).unwrap();
        let token = store.use_link(&short, Duration::ZERO).unwrap().unwrap();
        while store.holder(&token).unwrap().is_some() {}
        store.sweep().unwrap();
        assert_eq!(store.use_link("forged", MINUTE).unwrap(), None);
    });
}

#[test]
fn a_clock_that_jumps_deletes_nothing() {
    on_both(|store| {
        let submit = |number: usize| {
            let owner = format!("owner-{number}");
            store.submit(&NewSubmission { owner: &owner, ..OURS }).unwrap();
        };
        let all = || store.forgettable(Unwanted::before(i64::MAX)).unwrap();
        (0..101).for_each(submit);
        let why = store.forget_older(i64::MAX).unwrap_err().to_string();
        assert!(why.contains("101 submissions, most of all there are"), "{why}");
        assert_eq!(all(), 101);
        store.forget_older(1).unwrap();
        store.forget(Unwanted { owner: Some("owner-0"), ..Unwanted::before(i64::MAX) }).unwrap();
        store.forget_older(i64::MAX).unwrap();
        assert_eq!(all(), 0, "a hundred are few");
    });
}

/// What is forgotten is gone, with all that was made from it; what others share with it stays.
#[test]
fn submissions_are_forgotten_by_owner_and_age() {
    on_both(|store| {
        let w = &worker(store);
        let submit = |owner, source: &[u8]| {
            let id = store.submit(&NewSubmission { owner, source, ..OURS }).unwrap();
            let job = store.claim(w, 1, LAST).unwrap().remove(0);
            if store.reuse(w, &job, "tools").unwrap().is_none() {
                store.finish(w, &job, &Ruling { tools: Some("tools"), ..ACCEPTED }).unwrap();
            }
            id
        };
        let ada = [submit("ada", b"one"), submit("ada", b"two")];
        let bob = submit("bob", b"one");
        let now = store.done_since(i64::MAX).unwrap().0;
        let of_ada = Unwanted { owner: Some("ada"), ..Unwanted::before(now + 1) };
        assert_eq!(
            (store.forgettable(of_ada).unwrap(), store.forgettable(Unwanted::before(1)).unwrap()),
            (2, 0)
        );
        store.forget(Unwanted { before: 1, ..of_ada }).unwrap();
        assert_eq!(verdict(store, &ada[0]).as_deref(), Some("accepted"), "it is younger");
        store.forget(Unwanted { submission: Some(&bob), ..of_ada }).unwrap();
        assert!(verdict(store, &bob).is_some(), "it is not hers");
        store.forget(Unwanted { submission: Some(&ada[1]), ..of_ada }).unwrap();
        assert!(verdict(store, &ada[0]).is_some() && store.status(&ada[1]).unwrap().is_none());
        store.forget(of_ada).unwrap();
        assert!(ada.iter().all(|id| store.status(id).unwrap().is_none() && log(store, id).is_none()));
        assert_eq!(log(store, &bob).as_deref(), Some(ACCEPTED.log), "his text is the same");
        assert_eq!(store.forgettable(Unwanted::before(now + 1)).unwrap(), 1);
        store.forget(Unwanted::before(now + 1)).unwrap();
        store.submit(&OURS).unwrap();
        let job = store.claim(w, 1, LAST).unwrap().remove(0);
        store.forget(Unwanted::before(i64::MAX)).unwrap();
        assert_eq!(store.finish(w, &job, &ACCEPTED).unwrap(), Finished::Stale, "it was forgotten meanwhile");
        assert_eq!(store.rulings().unwrap()[0].1, 3, "counts go on");
    });
}

#[test]
fn a_worker_of_another_build_or_that_has_left_gets_nothing() {
    on_both(|store| {
        let old = &worker(store);
        let left = &worker(store);
        store.submit(&OURS).unwrap();
        store.submit(&OURS).unwrap();
        assert_eq!(store.claim(left, 1, LAST).unwrap().len(), 1);
        store.unable(left, "Python").unwrap();
        assert_eq!(store.claim(left, 1, LAST).unwrap(), [], "its Python is broken");
        store.leave(left).unwrap();
        assert_eq!(store.claim(left, 1, LAST).unwrap(), []);
        assert_eq!(store.depth().unwrap()[0].queued, 2, "it gave back what it held");
        store.set("1", "", MINUTE).unwrap();
        assert_eq!(store.claim(old, 1, LAST).unwrap(), []);
        assert_eq!(store.workers().unwrap().len(), 1);
    });
}

/// Nobody has judged them yet, so it does not matter under which challenge they came in.
#[test]
fn what_waits_follows_the_challenge_that_is_offered() {
    on_both(|store| {
        let new = worker(store);
        store.able(&new, "tictactoe@2").unwrap();
        let old = worker(store);
        let ids = [store.submit(&OURS).unwrap(), store.submit(&OURS).unwrap()];
        store.submit(&NewSubmission { challenge: "othello", challenge_key: "othello@1", ..OURS }).unwrap();
        let held = store.claim(&old, 1, LAST).unwrap().remove(0);
        store.offer("tictactoe", "tictactoe@2").unwrap();
        assert_eq!(store.claim(&old, 9, LAST).unwrap(), [], "it has the challenge of before");
        let job = store.claim(&new, 9, LAST).unwrap().remove(0);
        assert_eq!(job.challenge, "tictactoe@2");
        // What was being judged then follows when it waits again.
        store.give_back(&old, &held).unwrap();
        assert_eq!(store.claim(&old, 9, LAST).unwrap(), []);
        let again = store.claim(&new, 9, LAST).unwrap();
        assert_eq!(again.iter().map(|job| &*job.challenge).collect::<Vec<_>>(), ["tictactoe@2"]);
        for job in again.iter().chain([&job]) {
            store.finish(&new, job, &ACCEPTED).unwrap();
        }
        assert!(ids.iter().all(|id| verdict(store, id).is_some()));
        assert_eq!(store.depth().unwrap()[0].queued, 1, "othello is not offered");
    });
}

#[test]
fn a_rejudging_counts_as_a_whole_once_it_is_applied() {
    on_both(|store| {
        let w = &worker(store);
        let rule = |verdict| {
            while let Some(job) = store.claim(w, 1, LAST).unwrap().pop() {
                let ruling = Ruling { verdict, tools: Some("tools"), ..ACCEPTED };
                store.finish(w, &job, &ruling).unwrap();
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
        assert_eq!(store.rejudgings().unwrap(), [], "there is none of nothing");
        let (id, count) = store.rejudge(&new).unwrap();
        assert_eq!(
            (count, store.apply(&id).unwrap()),
            (2, Some(RejudgingState::Open)),
            "nothing is ruled on yet"
        );
        let job = store.claim(w, 1, LAST).unwrap().remove(0);
        assert!(!job.may_recall, "what was found before is what is in doubt");
        assert_eq!(store.reuse(w, &job, "tools").unwrap(), None);
        store.finish(w, &job, &ACCEPTED).unwrap();
        assert_eq!(store.apply(&id).unwrap(), Some(RejudgingState::Open), "one is missing");
        rule("accepted");
        assert!(ids.iter().all(|id| verdict(store, id).as_deref() == Some("wrong")), "it is not applied");
        let reused = || {
            store.submit(&OURS).unwrap();
            let job = store.claim(w, 1, LAST).unwrap().remove(0);
            store.reuse(w, &job, "tools").unwrap()
        };
        assert_eq!(reused().as_deref(), Some("wrong"), "nor for others");
        let all = store.rejudgings().unwrap();
        let known = all.iter().find(|rejudging| rejudging.id == id).unwrap();
        assert_eq!((known.count, known.done, known.changed), (2, 2, 2));
        let row = &store.rejudged(&id).unwrap()[0];
        let verdicts = [row.before, row.after].map(|verdict| verdict.unwrap().name());
        assert_eq!(verdicts, ["wrong", "accepted"]);
        assert_eq!(store.apply(&id).unwrap(), Some(RejudgingState::Applied));
        assert!(ids.iter().all(|id| verdict(store, id).as_deref() == Some("accepted")));
        assert_eq!(store.discard(&id).unwrap(), Some(RejudgingState::Applied), "too late");
        let (other, _) = store.rejudge(&NewRejudging { verdict: None, ..new }).unwrap();
        assert_eq!(store.discard(&other).unwrap(), Some(RejudgingState::Discarded));
        assert_eq!(store.claim(w, 1, LAST).unwrap(), []);
        assert_eq!(store.accepted("tictactoe").unwrap().len(), 2);
        assert_eq!(reused().as_deref(), Some("accepted"), "the new ruling is the one that is used again");
    });
}

#[test]
fn a_rejudging_is_compared_with_what_counts() {
    on_both(|store| {
        let w = &worker(store);
        let rule = |verdict| {
            let job = store.claim(w, 1, LAST).unwrap().remove(0);
            store.finish(w, &job, &Ruling { verdict, ..ACCEPTED }).unwrap();
        };
        let again = |verdict| {
            let new = NewRejudging {
                why: "a doubt",
                author: "host",
                challenge: "tictactoe",
                challenge_key: "tictactoe@1",
                language: None,
                verdict: None,
                submission: None,
            };
            let id = store.rejudge(&new).unwrap().0;
            rule(verdict);
            id
        };
        let changed = |id: &str| store.rejudgings().unwrap().iter().find(|one| one.id == id).unwrap().changed;
        let submission = store.submit(&OURS).unwrap();
        rule("accepted");
        store.discard(&again("wrong")).unwrap();
        let older = again("accepted");
        assert_eq!(changed(&older), 0, "what was discarded counts for nothing");
        let newer = again("wrong");
        assert_eq!(changed(&newer), 1);
        assert_eq!(store.apply(&newer).unwrap(), Some(RejudgingState::Applied));
        assert_eq!(changed(&newer), 1);
        assert_eq!(store.apply(&older).unwrap(), Some(RejudgingState::Open), "a later one counts");
        assert_eq!(store.discard(&older).unwrap(), Some(RejudgingState::Discarded));
        assert_eq!(verdict(store, &submission).as_deref(), Some("wrong"));
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

#[test]
fn tls_is_used_on_request_with_a_valid_certificate() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(server) = Server::with_tls(port) else { return };
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("ca.pem");
    std::fs::copy(server.certificate(), &authority).unwrap();
    let url = format!("postgres://judge@localhost:{port}/postgres");
    let with = |parameters: &str| {
        Store::server(&format!("{url}?{parameters}"), None, &[]).err().map(|why| why.to_string())
    };
    assert_eq!(with(&format!("sslmode=verify-full&sslrootcert={}", authority.display())), None);
    assert!(with("sslmode=require").is_some(), "nobody vouches for it");
    assert_eq!(with("sslmode=disable"), None);
    assert!(with("sslmode=require&sslrootcert=/none").unwrap().contains("/none"));
    let encrypted = "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where ssl and application_name = 'judge'";
    let store =
        Store::server(&format!("{url}?sslmode=require&sslrootcert={}", authority.display()), None, &[])
            .unwrap();
    assert!(server.number(encrypted) > 0);
    drop(store);
}

/// What a number meant before is not what it means now: another's report would be shown.
#[test]
fn nothing_new_has_the_name_of_what_was_forgotten() {
    on_both(|store| {
        let w = &worker(store);
        let judged = || {
            let id = store.submit(&OURS).unwrap();
            let job = claimed(store, w).unwrap();
            store.finish(w, &job, &ACCEPTED).unwrap();
            (job.id, store.run_of(&id).unwrap().unwrap())
        };
        let (job, run) = judged();
        store.forget(Unwanted::before(i64::MAX)).unwrap();
        let (next_job, next_run) = judged();
        assert!(job != next_job && run != next_run, "{job} {next_job} {run} {next_run}");
    });
}

#[test]
fn a_file_that_is_no_database_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "notes").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let is_refused = |file: &std::path::Path| matches!(Store::file(file), Err(StoreError::File(..)));
    assert!(is_refused(&file) && is_refused(std::path::Path::new("/dev/null")) && is_refused(folder.path()));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o644);
    let kept = folder.path().join("judge.sqlite");
    drop(Store::file(&kept).unwrap());
    drop(Store::file(&kept).unwrap());
    assert_eq!(std::fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_database_of_a_later_judge_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judge.sqlite");
    drop(Store::file(&file).unwrap());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(Store::file(&file), Err(StoreError::Newer(99, _))));
    let Some(server) = Server::start() else { return };
    drop(Store::server(&server.url(), None, &[]).unwrap());
    server.query("update judge.version set version = 99");
    assert!(matches!(Store::server(&server.url(), None, &[]), Err(StoreError::Newer(99, _))));
}

/// What the first version of the tables held is there after they were changed.
#[test]
fn a_database_of_an_earlier_judge_is_brought_up_to_date() {
    let first = include_str!("../../crates/service/src/schema/1.sql").replace("{int}", "bigint");
    let submission = "insert into submission (id, owner, name, source, digest, bytes, language, challenge, submitted, generation)
        values ('old', 'ada', 'ttt.py', {source}, 'x', 1, 'Python', 'tictactoe', 1, 0);
        insert into job (submission, generation, route, challenge, class, vtime, state, attempt, deaths)
        values ('old', 0, 'Python', 'tictactoe@1', 0, 1, 'queued', 0, 0);";
    let check = |store: &Store| {
        let w = &worker(store);
        let job = store.claim(w, 1, LAST).unwrap().remove(0);
        assert!(!job.is_command && job.name == "ttt.py");
        store.finish(w, &job, &ACCEPTED).unwrap();
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
    check(&Store::server(&server.url(), None, &[]).unwrap());
}

#[test]
fn a_worker_is_told_how_fast_the_server_is_whatever_others_say() {
    on_both(|store| {
        store.set("0", "", MINUTE).unwrap();
        let begin = |machine, microseconds| {
            let pace = Duration::from_micros(microseconds);
            let welcome = store.register(&NewWorker { pace, ..new_worker(machine) }).unwrap();
            welcome.pace.as_micros()
        };
        assert_eq!(begin("a", 20_000), 0, "no server has said so");
        store.set_pace(Duration::from_millis(6)).unwrap();
        assert_eq!([begin("b", 1), begin("c", 40_000)], [6_000, 6_000]);
        assert_eq!(store.workers().unwrap().iter().map(|worker| worker.pace).max(), Some(40_000));
    });
}

#[test]
fn a_store_that_is_opened_again_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judge.sqlite");
    let id = Store::file(&file).unwrap().submit(&OURS).unwrap();
    assert_eq!(Store::file(&file).unwrap().status(&id).unwrap().unwrap().state, JobState::Queued);
    let Some(server) = Server::start() else { return };
    let id = Store::server(&server.url(), None, &[]).unwrap().submit(&OURS).unwrap();
    let store = Store::server(&server.url(), None, &[]).unwrap();
    assert_eq!(store.status(&id).unwrap().unwrap().state, JobState::Queued);
    server.crash();
    let told = store.status(&id);
    assert!(told.is_err(), "its connection is gone: {told:?}");
    assert_eq!(store.status(&id).unwrap().unwrap().state, JobState::Queued, "it connects anew");
}
