//! Operations of workers.
//!
//! On PostgreSQL any holder of the workers' role may call these, in any order and inside a transaction that stays open. So
//! each takes the worker's secret first, and changes or waits for nothing that belongs to another worker's jobs: rows that
//! somebody has locked are passed over (`{skip}`), and no two workers write to the same row or the same unique key.
//!
//! Each worker counts in its own row (`tally`), a lost lease is recorded (`loss`) instead of marked in rows of
//! others, and the cache of rulings has no unique key. A migration locks a table, which needs rights, and not an
//! advisory lock, which anybody may hold.
//!
//! A loss counts against the job and the machine only as long as its worker is silent (`{silent}` in `words`): a
//! stopped process, or a database that was away, must not end in a `judge-error`. So its jobs that were given up wait again
//! once it is heard of. Twelve attempts are the end in any case.
//!
//! A job that waits again does so under the key under which its challenge is offered now (`{present}`).

use super::words::operations;

operations! {
    /// Registers a worker: its secret, what only its machine knows, the machine's name, the build of the judge, the isolation,
    /// and how many microseconds its machine takes for the benchmark. Returns its public identifier, how many workers in a row
    /// died on the machine, and the server's requirements: the build, the least isolation, the duration of leases, and the
    /// time of the server's machine for the benchmark.
    REGISTER "register" (Text, Text, Text, Text, Text, Int) -> (Text, Int, Text, Text, Int, Int) {
        "insert into machine (key, name, since)
        select digest_of($2), $3, 0 where length($3) <= 100 and length($4) <= 100 and length($5) <= 100
        on conflict do nothing",
        // The identifier follows from the secret, and not the other way round.
        "insert into worker (id, secret, machine, build, isolation, pace, began, last_beat)
        select substr(digest_of('id of ' || $1), 1, 16), digest_of($1), digest_of($2), $4, $5, $6, {now}, {now}
        where length($3) <= 100 and length($4) <= 100 and length($5) <= 100",
        "select {me}, {deaths}, coalesce((select value from setting where name = 'build'), ''),
            coalesce((select value from setting where name = 'isolation'), ''),
            coalesce({lease}, 0),
            coalesce((select cast(value as {int}) from setting where name = 'pace'), 0)",
    }

    /// Records that a worker can do the jobs of a language, or of a challenge.
    ABLE "able" (Text, Text) -> (Int) {
        "insert into ability (worker, name)
        select {me}, $2 where {me} is not null and length($2) <= 300
            and (select count(*) from ability where worker = {me}) < 1000
        on conflict do nothing",
        "select count(*) from ability where worker = {me}",
    }

    /// Records that a worker can do them no more.
    UNABLE "unable" (Text, Text) -> (Int) {
        "delete from ability where worker = {me} and name = $2",
        "select count(*) from ability where worker = {me}",
    }

    /// Claims jobs for a worker, at most this many and of no later class, under the name of this claim. First, jobs with an
    /// expired lease are recorded as lost, and queued again. A job with which two workers were lost has a last attempt, after
    /// the time of a lease, and not on a machine that had it before, unless ten leases have passed or there is no other
    /// machine. After that, or after twelve attempts, it is ruled on as an error of the judge. A worker that has reported since
    /// was not lost.
    CLAIM "claim" (Text, Int, Text, Int) -> (Int, Int, Text, Bytes, Int, Text, Text, Int) {
        "insert into loss (job, attempt, worker, machine, told)
        select id, attempt, worker, coalesce((select machine from worker where worker.id = job.worker), ''), {now}
        from job where state = 'leased' and lease_until < {now} and {me} is not null {skip}
        on conflict do nothing",
        "insert into tally (worker, kind, verdict, count, time)
        select {me}, 'lost', '', count(*), 0 from job where {lost} having count(*) > 0
        on conflict (worker, kind, verdict) do update set count = tally.count + excluded.count",
        "insert into tally (worker, kind, verdict, count, time)
        select {me}, 'ruling', 'judge-error', count(*), 0 from job where {lost} and {hopeless} having count(*) > 0
        on conflict (worker, kind, verdict) do update set count = tally.count + excluded.count",
        "insert into ruling (submission, generation, key, verdict, run, worker, made_by, attempt, ruled)
        select submission, generation, '', 'judge-error', null, '', '', attempt, {now} from job where {lost} and {hopeless}
        on conflict do nothing",
        "update job set state = case when {hopeless} then 'done' else 'queued' end, worker = null, claim = null,
            challenge = {present}, due = case when {losses} = 2 then {now} + {lease} else 0 end, deaths = {losses}
        where {lost}",
        "update job set state = 'leased', attempt = attempt + 1, worker = {me}, claim = $3, lease_until = {now} + {lease}
        where id in (
            select id from job
            where state = 'queued' and class <= $4 and due <= {now}
                and route in (select name from ability where worker = {me})
                and challenge in (select name from ability where worker = {me})
                and exists (
                    select 1 from worker where worker.id = {me} and worker.ended is null
                        and worker.build = (select value from setting where name = 'build')
                )
                and {deaths} < 3
                and (deaths < 2 or due + 9 * {lease} <= {now}
                    or not exists (select 1 from loss where loss.job = job.id and loss.machine = {machine})
                    or not exists (
                        select 1 from worker as other
                        where other.machine <> {machine} and other.ended is null and other.last_beat >= {now} - {lease}
                            and not exists (
                                select 1 from loss where loss.job = job.id and loss.machine = other.machine
                            )
                    )
                )
            order by class, vtime, id
            limit case when $2 <= 64 then $2 else 64 end {skip}
        )",
        "select job.id, job.attempt, submission.name, submission.source,
            case when submission.kind = 'command' then 1 else 0 end, submission.language, job.challenge,
            case when job.rejudging is null then 1 else 0 end
        from job join submission on submission.id = job.submission
        where job.claim = $3 and job.worker = {me} and job.state = 'leased'
        order by job.class, job.vtime, job.id",
    }

    /// Records that a worker is alive and extends the leases that it names, as `,JOB.ATTEMPT,JOB.ATTEMPT,`, unless they have
    /// expired. Returns those of them that it holds. A lease that it does not name ends by itself: the worker may have let the
    /// job go while the database did not answer. Jobs that were given up since this worker counted as lost wait again.
    BEAT "beat" (Text, Text) -> (Int, Int) {
        "update worker set last_beat = {now} where id = {me}",
        "delete from ruling where (submission, generation) in (
            select submission, generation from ruling where verdict = 'judge-error' and worker = '' and exists (
                select 1 from job where job.submission = ruling.submission and job.generation = ruling.generation
                    and {lost_once} and not {hopeless}
            ) {skip}
        )",
        "update submission set webhook_due = {now} where webhook_due > {now} and id in (
            select id from submission where webhook is not null and id in (select submission from job where {unruled}) {skip}
        )",
        "update job set state = 'queued', worker = null, claim = null, challenge = {present}, due = {now}, deaths = {losses}
        where id in (select id from job where {unruled} {skip})",
        "update job set lease_until = {now} + {lease} where id in (select id from job where {held} {skip})",
        "select id, attempt from job where {held}",
    }

    /// Stores the ruling on a job: the worker's secret, the job, the attempt, the digest of the tools if another submission of
    /// this text may have the same ruling, the verdict, and the saved run. Returns whether it was accepted. A repeated call
    /// stores nothing, and returns the same.
    ///
    /// A ruling that comes after the lease is recorded, and does not count, unless the job was given up meanwhile.
    FINISH "finish" (Text, Int, Int, Text, Text, Bytes) -> (Int) {
        // The limits: no honest run is longer (`service::packing`), and no verdict is.
        "update job set state = 'done'
        where id in {mine} and length($6) <= 8388608 and length($5) <= 40 and length($4) <= 200",
        "insert into run (id, content)
        select {run_name}, $6
        where length($6) > 0 and (exists (select 1 from job where {done}) or ({late} and {given_up}))
        on conflict do nothing",
        "insert into tally (worker, kind, verdict, count, time)
        select {me}, 'ruling', $5, 1, case when job.generation = 0 then {now} - submission.submitted else 0 end
        from job join submission on submission.id = job.submission
        where {done} and not exists (
            select 1 from ruling where ruling.submission = job.submission and ruling.generation = job.generation
        )
        on conflict (worker, kind, verdict) do update set count = tally.count + 1, time = tally.time + excluded.time",
        "insert into ruling (submission, generation, key, verdict, run, worker, made_by, attempt, ruled)
        select submission, generation, $4, $5, {run}, {me}, {me}, $3, {now} from job where {done}
        on conflict do nothing",
        "insert into tally (worker, kind, verdict, count, time)
        select {me}, 'ruling', $5, 1, 0 where {replaces}
        on conflict (worker, kind, verdict) do update set count = tally.count + 1",
        "update submission set webhook_due = {now}
        where {replaces}
            and id = (select submission from job where id = $2)",
        "update ruling set verdict = $5, run = {run}, worker = {me}, made_by = {me}, attempt = $3, ruled = {now}
        where {replaces}
            and submission = (select submission from job where id = $2)
            and generation = (select generation from job where id = $2)",
        "insert into stale (job, worker, attempt, verdict, told)
        select $2, {me}, $3, substr($5, 1, 40), {now} where {late} and not exists (select 1 from {ruling})
        on conflict do nothing",
        // Not by a unique key: two workers with one text would wait for each other. Those of a rejudging count once it is applied.
        "insert into cache (digest, challenge, tools, verdict, run, worker)
        select submission.digest, job.challenge, $4, $5, {run}, {me}
        from job join submission on submission.id = job.submission
        where $4 <> '' and length($6) > 0 and {done} and exists (select 1 from {ruling})
            and job.rejudging is null and not exists (
                select 1 from cache where cache.digest = submission.digest and cache.challenge = job.challenge
                    and cache.tools = $4
            )",
        "update machine set since = {now} where key = {machine} and {deaths} between 1 and 2",
        "select count(*) from {ruling}",
    }

    /// Rules on a job as an earlier submission of the same text was, if the tools are the same: the worker's secret, the job,
    /// the attempt, and the digest of the tools. Returns the verdict, or no row if there is no such ruling. A repeated call
    /// returns the same.
    REUSE "reuse" (Text, Int, Int, Text) -> (Text) {
        "update job set state = 'done' where id in {mine} and {known} is not null",
        "insert into tally (worker, kind, verdict, count, time)
        select {me}, 'ruling', cache.verdict, 1, {now} - submission.submitted
        from job join submission on submission.id = job.submission join cache on cache.id = {known}
        where {done} and not exists (
            select 1 from ruling where ruling.submission = job.submission and ruling.generation = job.generation
        )
        on conflict (worker, kind, verdict) do update set count = tally.count + 1, time = tally.time + excluded.time",
        "insert into ruling (submission, generation, key, verdict, run, worker, made_by, attempt, ruled)
        select job.submission, job.generation, $4, cache.verdict, cache.run, {me}, cache.worker, $3, {now}
        from job join cache on cache.id = {known}
        where {done}
        on conflict do nothing",
        "select ruling.verdict from {ruling}",
    }

    /// Gives back a job that a worker holds, for which nobody gets it for this many milliseconds, at most a minute; returns
    /// whether it held it.
    GIVE_BACK "give_back" (Text, Int, Int, Int) -> (Int) {
        "update job set state = 'queued', claim = null, challenge = {present},
            due = {now} + case when $4 between 0 and 60000 then $4 else 0 end
        where id in {mine}",
        "select count(*) from job where id = $2 and worker = {me} and attempt = $3 and state = 'queued'",
    }

    /// Ends a worker, and gives back all its jobs.
    LEAVE "leave" (Text) -> (Int) {
        "update job set state = 'queued', claim = null, challenge = {present}
        where id in (select id from job where worker = {me} and state = 'leased' {skip})",
        "delete from ability where worker = {me}",
        "update worker set ended = {now} where id = {me}",
        "select count(*) from worker where id = {me}",
    }
}
