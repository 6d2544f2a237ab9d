//! Operations of workers.

use super::shape::Operation;
use crate::service::value::Kind::{Bytes, Int, Text};

/// Registers a worker: its identifier, the machine's name, the build of the judge, the isolation, and how
/// many microseconds its machine takes for the benchmark. Returns how many workers in a row died on the
/// machine, the server's requirements (the build, the least isolation, and the duration of leases), and the
/// time of the fastest worker.
pub(crate) const REGISTER: Operation = Operation {
    name: "register",
    takes: &[Text, Text, Text, Text, Int],
    gives: &[Int, Text, Text, Int, Int],
    statements: &[
        "insert into machine (name, deaths) values ($2, 0) on conflict do nothing",
        "insert into worker (id, machine, build, isolation, pace, began, last_beat)
        values ($1, $2, $3, $4, $5, {now}, {now})",
        "select deaths, coalesce((select value from setting where name = 'build'), ''),
            coalesce((select value from setting where name = 'isolation'), ''),
            coalesce({lease}, 0),
            (select min(pace) from worker where ended is null and last_beat >= {now} - coalesce({lease}, 0))
        from machine where name = $2",
    ],
};

/// Records that a worker can do the jobs of a language, or of a challenge.
pub(crate) const ABLE: Operation = Operation {
    name: "able",
    takes: &[Text, Text],
    gives: &[Int],
    statements: &[
        "insert into ability (worker, name) values ($1, $2) on conflict do nothing",
        "select count(*) from ability where worker = $1",
    ],
};

/// Records that a worker can do them no more.
pub(crate) const UNABLE: Operation = Operation {
    name: "unable",
    takes: &[Text, Text],
    gives: &[Int],
    statements: &[
        "delete from ability where worker = $1 and name = $2",
        "select count(*) from ability where worker = $1",
    ],
};

/// Claims jobs for a worker, at most this many and of no later class, under the name of this claim. First,
/// jobs with an expired lease are queued again. They are marked before that, since the clock goes on between
/// two statements. A job during which three workers died is ruled on as an error of the judge.
pub(crate) const CLAIM: Operation = Operation {
    name: "claim",
    takes: &[Text, Int, Text, Int],
    gives: &[Int, Int, Text, Bytes, Int, Text, Text, Int],
    statements: &[
        "update job set deaths = deaths + 1, claim = 'lost' where state = 'leased' and lease_until < {now}",
        "update machine set deaths = deaths + 1 where name in (
            select machine from worker join job on job.worker = worker.id
            where job.state = 'leased' and job.claim = 'lost'
        )",
        "update job set state = 'queued', worker = null, claim = null where state = 'leased' and claim = 'lost'",
        "insert into ruling (submission, generation, key, verdict, log, worker, attempt, ruled)
        select submission, generation, '', 'judge-error', {nothing}, '', attempt, {now}
        from job where state = 'queued' and deaths >= 3
        on conflict do nothing",
        "update job set state = 'done' where state = 'queued' and deaths >= 3",
        "update job set state = 'leased', attempt = attempt + 1, worker = $1, claim = $3, lease_until = {now} + {lease}
        where id in (
            select id from job
            where state = 'queued' and class <= $4
                and route in (select name from ability where worker = $1)
                and challenge in (select name from ability where worker = $1)
                and exists (
                    select 1 from worker join machine on machine.name = worker.machine
                    where worker.id = $1 and worker.ended is null and machine.deaths < 3
                        and worker.build = (select value from setting where name = 'build')
                )
            order by class, vtime, id
            limit $2 {skip}
        )",
        "select job.id, job.attempt, submission.name, submission.source,
            case when submission.kind = 'command' then 1 else 0 end, submission.language, job.challenge,
            case when job.rejudging is null then 1 else 0 end
        from job join submission on submission.id = job.submission
        where job.claim = $3 and job.worker = $1 and job.state = 'leased'
        order by job.class, job.vtime, job.id",
    ],
};

/// Records that a worker is alive and extends its leases, unless they have expired. Returns its jobs, with
/// the attempt of each.
pub(crate) const BEAT: Operation = Operation {
    name: "beat",
    takes: &[Text],
    gives: &[Int, Int],
    statements: &[
        "update worker set last_beat = {now} where id = $1",
        "update job set lease_until = {now} + {lease}
        where worker = $1 and state = 'leased' and lease_until >= {now}",
        "select id, attempt from job where worker = $1 and state = 'leased' and lease_until >= {now}",
    ],
};

/// Stores the ruling on a job, by a worker and its attempt; returns whether it was accepted. A repeated call
/// stores nothing, and returns the same.
pub(crate) const FINISH: Operation = Operation {
    name: "finish",
    takes: &[Int, Text, Int, Text, Text, Bytes, Int],
    gives: &[Int],
    statements: &[
        "update job set state = 'done' where id = $1 and worker = $2 and attempt = $3 and state = 'leased'",
        "insert into ruling (submission, generation, key, verdict, log, worker, attempt, ruled)
        select submission, generation, $4, $5, $6, $2, $3, {now}
        from job where id = $1 and worker = $2 and attempt = $3 and state = 'done'
        on conflict do nothing",
        "insert into stale (job, worker, attempt, verdict, told)
        select $1, $2, $3, $5, {now} where not exists (
            select 1 from ruling join job on job.submission = ruling.submission
                and job.generation = ruling.generation
            where job.id = $1 and ruling.worker = $2 and ruling.attempt = $3
        ) and exists (select 1 from job where id = $1)
        on conflict do nothing",
        "insert into cache (key, verdict, log)
        select $4, $5, $6 where $7 = 1 and exists (
            select 1 from ruling join job on job.submission = ruling.submission
                and job.generation = ruling.generation
            where job.id = $1 and ruling.worker = $2 and ruling.attempt = $3
        )
        on conflict do nothing",
        "update machine set deaths = 0
        where name = (select machine from worker where id = $2) and deaths between 1 and 2",
        "select count(*) from ruling join job on job.submission = ruling.submission
            and job.generation = ruling.generation
        where job.id = $1 and ruling.worker = $2 and ruling.attempt = $3",
    ],
};

/// Gives back a job that a worker holds; returns whether it held it.
pub(crate) const GIVE_BACK: Operation = Operation {
    name: "give_back",
    takes: &[Int, Text, Int],
    gives: &[Int],
    statements: &[
        "update job set state = 'queued', claim = null
        where id = $1 and worker = $2 and attempt = $3 and state = 'leased'",
        "select count(*) from job where id = $1 and worker = $2 and attempt = $3 and state = 'queued'",
    ],
};

/// Ends a worker, and gives back all its jobs.
pub(crate) const LEAVE: Operation = Operation {
    name: "leave",
    takes: &[Text],
    gives: &[Int],
    statements: &[
        "update job set state = 'queued', claim = null where worker = $1 and state = 'leased'",
        "delete from ability where worker = $1",
        "update worker set ended = {now} where id = $1",
        "select count(*) from worker where id = $1",
    ],
};

/// An earlier result with the same digest of all that it depends on.
pub(crate) const RECALL: Operation = Operation {
    name: "recall",
    takes: &[Text],
    gives: &[Text, Bytes],
    statements: &["select verdict, log from cache where key = $1"],
};
