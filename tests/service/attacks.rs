//! What the holder of a worker's role can do on PostgreSQL, beside the jobs that its own worker holds: nothing. Each test is
//! an attack that once succeeded, or that was tried.

use std::time::Duration;

use postgres::{Client, NoTls};
use referee::service::{
    Class, Finished, Job, NewSubmission, NewWorker, Ruling, Scope, Store, StoreError, Unwanted, Welcome,
};

use crate::server::Server;

const MINUTE: Duration = Duration::from_secs(60);

const PROGRAM: NewSubmission<'_> = NewSubmission {
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

const ACCEPTED: Ruling<'_> = Ruling { tools: Some("tools"), verdict: "accepted", log: b"{}" };

/// A service on PostgreSQL with an honest worker, and an attacker who has the role of workers.
struct Scene {
    server: Server,
    store: Store,
    /// The honest worker's own connections.
    hand: Store,
    honest: Welcome,
}

impl Scene {
    fn new() -> Option<Scene> {
        let server = Server::start()?;
        server.query("create role hand login");
        let store = Store::server(&server.url(), None, &["hand".to_owned()]).unwrap();
        store.set("0", "", MINUTE).unwrap();
        let hand = Store::on_server(&server.url_as("hand"), None).unwrap();
        let honest = worker(&hand, "honest");
        Some(Scene { server, store, hand, honest })
    }

    /// A connection of the attacker.
    fn attacker(&self) -> Client {
        Client::connect(&self.server.url_as("hand"), NoTls).unwrap()
    }

    /// The attacker's functions as a worker.
    fn evil(&self) -> Store {
        Store::on_server(&self.server.url_as("hand"), None).unwrap()
    }

    fn submit(&self, source: &[u8]) -> String {
        self.store.submit(&NewSubmission { source, ..PROGRAM }).unwrap()
    }

    /// The job that the honest worker claims now.
    fn claim(&self) -> Job {
        self.hand.claim(&self.honest.secret, 1, Class::Batch).unwrap().remove(0)
    }

    /// Whether the honest worker does its work: it claims, beats, and rules.
    fn goes_on(&self) {
        let id = self.submit(b"print('goes on')\n");
        let job = self.claim();
        assert!(!self.hand.beat(&self.honest.secret, &[(job.id, job.attempt)]).unwrap().is_empty());
        assert_eq!(self.hand.finish(&self.honest.secret, &job, &ACCEPTED).unwrap(), Finished::Taken);
        assert_eq!(self.verdict(&id).as_deref(), Some("accepted"));
    }

    fn verdict(&self, id: &str) -> Option<String> {
        self.store.status(id).unwrap().unwrap().verdict
    }
}

fn worker(store: &Store, machine: &str) -> Welcome {
    let abilities = ["Python".to_owned(), "tictactoe@1".to_owned()];
    let new = NewWorker {
        machine,
        machine_key: machine,
        build: "0",
        isolation: "none",
        pace: MINUTE,
        abilities: &abilities,
    };
    store.register(&new).unwrap()
}

/// The role may do what workers do, and neither more nor look into a table or call what the operations consist of.
#[test]
fn the_role_of_workers_can_do_nothing_else() {
    let Some(scene) = Scene::new() else { return };
    scene.goes_on();
    let Scene { server, store, hand, .. } = &scene;
    let id = scene.submit(PROGRAM.source);
    assert!(hand.status(&id).is_err() && hand.new_token("me", &[Scope::Admin]).is_err());
    assert!(hand.set("1", "", MINUTE).is_err() && hand.submit(&PROGRAM).is_err() && hand.sweep().is_err());
    assert!(
        hand.forget(Unwanted::before(i64::MAX)).is_err()
            && hand.new_link("me", &[Scope::Admin], MINUTE).is_err()
    );
    assert!(Store::server(&server.url_as("hand"), None, &[]).is_err(), "it cannot make tables");
    let mut attacker = scene.attacker();
    for table in [
        "submission",
        "ruling",
        "run",
        "cache",
        "worker",
        "machine",
        "loss",
        "tally",
        "token",
        "link",
        "version",
    ] {
        assert!(attacker.query(&format!("select 1 from judge.{table}"), &[]).is_err(), "{table}");
        assert!(attacker.batch_execute(&format!("lock table judge.{table}")).is_err(), "{table}");
    }
    assert!(attacker.query("select judge.digest_of('a')", &[]).is_err());
    // As the documentation advises.
    let large = "lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea)";
    server.query(&format!("revoke execute on function {large} from public"));
    for call in ["lo_creat(-1)", "lo_create(0)", "lo_from_bytea(0, 'x')"] {
        assert!(attacker.query(&format!("select {call}"), &[]).is_err(), "{call}");
    }
    drop(store.status(&id).unwrap());
}

/// The public identifier of a worker is no secret, and no way to be it.
#[test]
fn nobody_is_a_worker_by_its_public_identifier() {
    let Some(scene) = Scene::new() else { return };
    let id = scene.submit(PROGRAM.source);
    let job = scene.claim();
    let shown = scene.store.workers().unwrap().remove(0).id;
    assert_eq!(shown, scene.honest.id);
    let evil = scene.evil();
    let own = worker(&evil, "evil");
    let digest = "select secret from judge.worker where id = $1";
    let mut admin = Client::connect(&scene.server.url(), NoTls).unwrap();
    let stored: String = admin.query_one(digest, &[&shown]).unwrap().get(0);
    assert!(!stored.contains(&scene.honest.secret), "only a digest is stored");
    for guess in [shown.as_str(), stored.as_str(), own.secret.as_str(), "", "honest"] {
        assert_eq!(evil.beat(guess, &[]).unwrap(), [], "{guess}");
        assert_eq!(evil.finish(guess, &job, &ACCEPTED).unwrap(), Finished::Stale, "{guess}");
        assert_eq!(evil.reuse(guess, &job, "tools").unwrap(), None);
        assert!(!evil.give_back(guess, &job).unwrap(), "{guess}");
        evil.unable(guess, "Python").unwrap();
        evil.able(guess, "Haskell").unwrap();
        evil.leave(guess).unwrap();
    }
    assert_eq!(scene.verdict(&id), None);
    assert_eq!(scene.store.rare_events().unwrap().stale, 0);
    let wrong = Ruling { verdict: "wrong", ..ACCEPTED };
    assert_eq!(scene.hand.finish(&scene.honest.secret, &job, &wrong).unwrap(), Finished::Taken);
    scene.goes_on();
}

/// A worker rules on what it holds. Nobody else's text is ruled on by that, whatever the worker says of its tools.
#[test]
fn a_false_ruling_is_used_again_for_no_other_text() {
    let Some(scene) = Scene::new() else { return };
    let evil = scene.evil();
    let own = worker(&evil, "evil");
    scene.submit(b"print('mine')\n");
    let job = evil.claim(&own.secret, 1, Class::Batch).unwrap().remove(0);
    for tools in ["tools", "", "' or true --"] {
        evil.finish(&own.secret, &job, &Ruling { tools: Some(tools), ..ACCEPTED }).unwrap();
    }
    for other in [
        PROGRAM,
        NewSubmission { source: b"print('mine')\n", name: "other.py", ..PROGRAM },
        NewSubmission { source: b"print('mine')\n", is_command: true, ..PROGRAM },
        NewSubmission { source: b"print('mine')\n", challenge: "bank", ..PROGRAM },
    ] {
        scene.store.submit(&other).unwrap();
        let job = scene.claim();
        assert_eq!(scene.hand.reuse(&scene.honest.secret, &job, "tools").unwrap(), None, "{other:?}");
        scene.hand.give_back(&scene.honest.secret, &job).unwrap();
        while let Some(job) = scene.hand.claim(&scene.honest.secret, 1, Class::Batch).unwrap().pop() {
            scene.hand.finish(&scene.honest.secret, &job, &Ruling { tools: None, ..ACCEPTED }).unwrap();
        }
    }
    // The same text has the ruling of the worker that made it, and says so.
    let id = scene.submit(b"print('mine')\n");
    let job = scene.claim();
    assert!(scene.hand.reuse(&scene.honest.secret, &job, "tools").unwrap().is_some());
    assert_eq!(scene.store.status(&id).unwrap().unwrap().worker, Some(own.id));
}

/// A false figure of a worker's speed keeps nobody out.
#[test]
fn a_false_pace_has_no_effect() {
    let Some(scene) = Scene::new() else { return };
    scene.store.set_pace(Duration::from_millis(6)).unwrap();
    let mut attacker = scene.attacker();
    for pace in [1_i64, 0, -5, i64::MAX] {
        let name = format!("fast {pace}");
        attacker.query("select * from judge.register($1, $1, $1, '0', 'none', $2)", &[&name, &pace]).unwrap();
    }
    assert_eq!(worker(&scene.hand, "next").pace, Duration::from_millis(6));
}

/// Nobody can have another machine suspended, by its name or by the name of a claim.
#[test]
fn a_machine_is_not_suspended_by_somebody_who_takes_its_name() {
    let Some(scene) = Scene::new() else { return };
    let mut attacker = scene.attacker();
    for number in 1..=3 {
        scene.submit(PROGRAM.source);
        let secret = format!("secret {number}");
        let register = "select * from judge.register($1, 'a guess', 'honest', '0', 'none', 1)";
        attacker.query(register, &[&secret]).unwrap();
        for ability in ["Python", "tictactoe@1"] {
            attacker.query("select * from judge.able($1, $2)", &[&secret, &ability]).unwrap();
        }
        scene.store.set("0", "", Duration::from_millis(1)).unwrap();
        let claim = "select * from judge.claim($1, 1, 'lost', 2)";
        assert_eq!(attacker.query(claim, &[&secret]).unwrap().len(), 1);
        while scene.store.rare_events().unwrap().lost < number {
            scene.hand.claim(&scene.honest.secret, 0, Class::Batch).unwrap();
        }
    }
    scene.store.set("0", "", MINUTE).unwrap();
    assert!(worker(&scene.hand, "honest").may_work);
    let suspended = attacker
        .query("select * from judge.register('s', 'a guess', 'honest', '0', 'none', 1)", &[])
        .unwrap()
        .remove(0)
        .get::<_, i64>(1);
    assert_eq!(suspended, 3, "its own machine is");
    while scene.store.depth().unwrap().iter().any(|row| row.queued > 0) {
        let job = scene.claim();
        scene.hand.finish(&scene.honest.secret, &job, &ACCEPTED).unwrap();
    }
    scene.goes_on();
}

/// No lock that everybody may take stops the server, and a lock of the tables is named.
#[test]
fn no_lock_keeps_the_server_from_starting() {
    let Some(scene) = Scene::new() else { return };
    let mut attacker = scene.attacker();
    attacker.query("select pg_advisory_lock($1)", &[&0x006A_7564_6765_i64]).unwrap();
    drop(Store::server(&scene.server.url(), None, &[]).unwrap());
    let mut owner = Client::connect(&scene.server.url(), NoTls).unwrap();
    owner.batch_execute("begin; lock table judge.version").unwrap();
    let why = Store::server(&scene.server.url(), None, &[]).err().unwrap();
    let StoreError::Busy(who, _) = &why else { panic!("{why}") };
    assert!(who.contains("of judge") && why.to_string().contains("pg_terminate_backend"), "{why}");
}

/// A transaction that stays open holds what its own worker did, and nothing that others wait for.
#[test]
fn open_transactions_stop_nobody() {
    let Some(scene) = Scene::new() else { return };
    // The honest worker had a job, and its lease has expired: the attacker notices that first.
    scene.submit(PROGRAM.source);
    scene.store.set("0", "", Duration::from_millis(1)).unwrap();
    let late = scene.claim();
    while !scene.hand.beat(&scene.honest.secret, &[(late.id, late.attempt)]).unwrap().is_empty() {}
    scene.store.set("0", "", MINUTE).unwrap();
    let own = worker(&scene.evil(), "evil");
    let mut attacker = scene.attacker();
    let register = "select * from judge.register($1, 'x', $2, '0', 'none', 1)";
    attacker.query(register, &[&"before", &"honest"]).unwrap();
    let mut open = attacker.transaction().unwrap();
    let taken = open.query("select * from judge.claim($1, 1, 'x', 2)", &[&own.secret]).unwrap();
    assert_eq!(taken.len(), 1, "it has the job of the honest one");
    let job: i64 = taken[0].get(0);
    assert_eq!(job, late.id);
    scene.goes_on();
    assert_eq!(scene.hand.finish(&scene.honest.secret, &late, &ACCEPTED).unwrap(), Finished::Stale);
    assert!(!scene.hand.give_back(&scene.honest.secret, &late).unwrap());
    // It rules on it with a text that others may submit, too.
    let finish = "select * from judge.finish($1, $2, $3, 'tools', 'accepted', '\\x7b7d')";
    open.query(finish, &[&own.secret, &job, &taken[0].get::<_, i64>(1)]).unwrap();
    let id = scene.submit(PROGRAM.source);
    let same = scene.claim();
    assert_eq!(scene.hand.reuse(&scene.honest.secret, &same, "tools").unwrap(), None);
    assert_eq!(scene.hand.finish(&scene.honest.secret, &same, &ACCEPTED).unwrap(), Finished::Taken);
    assert!(scene.verdict(&id).is_some());
    // It registers with names of others.
    for name in ["honest", "new"] {
        open.query(register, &[&format!("secret of {name}"), &name]).unwrap();
        assert!(worker(&scene.hand, name).may_work);
    }
    assert!(scene.store.reinstate("honest").unwrap());
    scene.goes_on();
    scene.hand.leave(&scene.honest.secret).unwrap();
    drop(Store::server(&scene.server.url(), None, &["hand".to_owned()]).unwrap());
    open.rollback().unwrap();
}

/// The database takes no names and rulings that are only there to fill it.
#[test]
fn what_a_worker_says_is_bounded() {
    let Some(scene) = Scene::new() else { return };
    let evil = scene.evil();
    let own = worker(&evil, "evil");
    let id = scene.submit(PROGRAM.source);
    let job = evil.claim(&own.secret, i64::MAX as usize, Class::Batch).unwrap().remove(0);
    let long = "x".repeat(10_000);
    assert_eq!(
        evil.finish(&own.secret, &job, &Ruling { verdict: &long, ..ACCEPTED }).unwrap(),
        Finished::Stale
    );
    let mut attacker = scene.attacker();
    let finish = "select column_0 from judge.finish($1, $2, $3, '', 'accepted', $4)";
    let log = vec![0_u8; 9 << 20];
    let taken: i64 = attacker.query_one(finish, &[&own.secret, &job.id, &job.attempt, &log]).unwrap().get(0);
    assert_eq!((taken, scene.verdict(&id)), (0, None));
    let known = "select column_0 from judge.register('s', 'known', $1, '0', 'none', 1)";
    assert!(attacker.query_one(known, &[&"evil"]).unwrap().get::<_, Option<String>>(0).is_some());
    for machine in ["new", "known"] {
        for names in ["$1, '0', 'none'", "'evil', $1, 'none'", "'evil', '0', $1"] {
            let register = format!("select column_0 from judge.register('t', '{machine}', {names}, 1)");
            let id: Option<String> = attacker.query_one(&register, &[&long]).unwrap().get(0);
            assert_eq!(id, None, "{machine}: {names}");
        }
    }
    (0..1_100).for_each(|number| evil.able(&own.secret, &format!("language {number}")).unwrap());
    evil.able(&own.secret, &long).unwrap();
    assert_eq!(scene.server.number("select count(*) from judge.ability"), 2 + 1_000);
    for attempt in 0..100_i64 {
        attacker.query(finish, &[&own.secret, &job.id, &attempt, &Vec::<u8>::new()]).unwrap();
    }
    let count = scene.server.number("select count(*) from judge.stale")
        + scene.server.number("select count(*) from judge.loss");
    assert_eq!(count, 0, "a worker is late only with what it lost");
}

/// Functions follow the program, and not the version of the tables; who could call them can call them again.
#[test]
fn functions_are_replaced_when_an_operation_differs() {
    let Some(scene) = Scene::new() else { return };
    let false_one =
        "create or replace function judge.beat(text, text) returns table (column_0 bigint, column_1 bigint)
        language sql as 'select 1::bigint, 2::bigint'";
    let is_false = || scene.hand.beat(&scene.honest.secret, &[]).unwrap() == [(1, 2)];
    scene.server.query(false_one);
    drop(Store::server(&scene.server.url(), None, &[]).unwrap());
    assert!(is_false(), "the digest is the same, so nothing is done");
    scene.server.query("update judge.version set operations = 'those of an earlier build'");
    drop(Store::server(&scene.server.url(), None, &[]).unwrap());
    assert!(!is_false());
    scene.goes_on();
}
