//! The operations of administrators.

use super::words::operations;

operations! {
    /// Adds a token: its digest, the owner and the scopes.
    NEW_TOKEN "new_token" (Text, Text, Text) -> (Int) {
        "insert into token (hash, owner, scopes, made) values ($1, $2, $3, {now}) on conflict do nothing",
        "select count(*) from token where hash = $1",
    }

    /// The owner and the scopes of a token, by its digest.
    TOKEN "token" (Text) -> (Text, Text) {
        "select owner, scopes from token where hash = $1 and (until is null or until >= {now})",
    }

    /// Adds a link with which somebody can sign in once: its digest, the owner, the scopes, and for how many milliseconds it
    /// is valid.
    NEW_LINK "new_link" (Text, Text, Text, Int) -> (Int) {
        "insert into link (hash, owner, scopes, until) values ($1, $2, $3, {now} + $4)",
        "select count(*) from link where hash = $1",
    }

    /// The owner of a link that can still be used, by its digest.
    LINK "link" (Text) -> (Text) {
        "select owner from link where hash = $1 and used is null and until >= {now}",
    }

    /// Uses a link: its digest, a name for this use, the digest of the token that its owner gets for it, and for how many
    /// milliseconds that is valid. Returns the owner, or no row if the link is used or out of date.
    USE_LINK "use_link" (Text, Text, Text, Int) -> (Text) {
        "update link set used = $2 where hash = $1 and used is null and until >= {now}",
        "insert into token (hash, owner, scopes, made, until)
        select $3, owner, scopes, {now}, {now} + $4 from link where hash = $1 and used = $2
        on conflict do nothing",
        "select owner from link where hash = $1 and used = $2",
    }

    /// Revokes an owner's tokens, and the links that would make new ones; returns how many tokens of others are left.
    END_TOKENS "end_tokens" (Text) -> (Int) {
        "delete from link where owner = $1",
        "delete from token where owner = $1",
        "select count(*) from token",
    }

    /// Revokes the token of a session in a browser, by its digest; a token that was made for other uses stays.
    END_SESSION "end_session" (Text) -> (Int) {
        "delete from token where hash = $1 and until is not null",
        "select count(*) from token where hash = $1",
    }

    TOKENS "tokens" () -> (Int) {
        "select count(*) from token",
    }

    /// Sets the requirements for workers.
    SET "set" (Text, Text) -> (Int) {
        "insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
        "select count(*) from setting where name = $1",
    }

    /// Records under which key a challenge is offered now, and moves the jobs that wait to it: they are not judged yet.
    OFFER "offer" (Text, Text) -> (Int) {
        "insert into setting (name, value) values ('key of ' || $1, $2)
        on conflict (name) do update set value = excluded.value",
        "update job set challenge = $2 where state = 'queued' and challenge <> $2
            and submission in (select id from submission where challenge = $1)",
        "select count(*) from job where state = 'queued' and challenge = $2",
    }

    /// Queues the submissions with this challenge, language, verdict and identifier (an empty value means any)
    /// for a rejudging, which has this identifier first, with the present key of the challenge, its reason, and its author.
    /// Returns how many there are; without any there is no rejudging.
    REJUDGE "rejudge" (Text, Text, Text, Text, Text, Text, Text, Text) -> (Int) {
        "insert into rejudging (id, why, author, made, state) values ($1, $7, $8, {now}, 'open')",
        "insert into job (submission, generation, rejudging, route, challenge, class, vtime, state, attempt, deaths)
        select submission.id, (select max(generation) + 1 from job where job.submission = submission.id), $1,
            submission.language, $6, 1, {now}, 'queued', 0, 0
        from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.challenge = $2 and ($3 = '' or lower(submission.language) = lower($3))
            and ($4 = '' or ruling.verdict = $4) and ($5 = '' or submission.id = $5)
        order by submission.submitted
        on conflict do nothing",
        "delete from rejudging where id = $1 and not exists (select 1 from job where rejudging = $1)",
        "select count(*) from job where rejudging = $1",
    }

    /// The rejudgings, the newest first: each with its data, the number of its submissions, how many of them were
    /// judged again, and for how many the verdict changes.
    REJUDGINGS "rejudgings" () -> (Text, Text, Text, Int, Text, Int, Int, Int) {
        "select rejudging.id, min(rejudging.why), min(rejudging.author), min(rejudging.made),
            min(rejudging.state), count(job.id), count(again.verdict),
            coalesce(sum(case when again.verdict <> before.verdict then 1 else 0 end), 0)
        from rejudging left join job on job.rejudging = rejudging.id
            left join ruling as before on before.submission = job.submission
                and before.generation = (
                    select max(generation) from job as other
                    where other.submission = job.submission and other.generation < job.generation
                        and (other.rejudging is null
                            or other.rejudging in (select id from rejudging as earlier where earlier.state = 'applied'))
                )
            left join ruling as again on again.submission = job.submission and again.generation = job.generation
        group by rejudging.id
        order by min(rejudging.made) desc, rejudging.id",
    }

    /// The submissions of a rejudging: identifier, owner, name, the verdict that counts, and the new one.
    REJUDGED "rejudged" (Text) -> (Text, Text, Text, Text, Text) {
        "select submission.id, submission.owner, submission.name, before.verdict, again.verdict
        from job join submission on submission.id = job.submission
            left join ruling as before
                on before.submission = submission.id and before.generation = submission.generation
            left join ruling as again on again.submission = job.submission and again.generation = job.generation
        where job.rejudging = $1
        order by submission.submitted, submission.id",
    }

    /// Makes the rulings of a rejudging count, if all are there and no later ones count already. Returns its state.
    APPLY "apply" (Text) -> (Text) {
        "update rejudging set state = 'applied' where id = $1 and state = 'open'
            and not exists (select 1 from job where rejudging = $1 and state <> 'done')
            and not exists (
                select 1 from job join submission on submission.id = job.submission
                where job.rejudging = $1 and job.generation < submission.generation
            )",
        "update submission set generation = (
            select job.generation from job where job.submission = submission.id and job.rejudging = $1
        )
        where exists (
                select 1 from job
                where job.submission = submission.id and job.rejudging = $1 and job.generation > submission.generation
            )
            and exists (select 1 from rejudging where id = $1 and state = 'applied')",
        "insert into cache (digest, challenge, tools, verdict, run, worker)
        select submission.digest, job.challenge, ruling.key, ruling.verdict, ruling.run, ruling.made_by
        from job join submission on submission.id = job.submission and submission.generation = job.generation
            join ruling on ruling.submission = job.submission and ruling.generation = job.generation
        where job.rejudging = $1 and ruling.key <> '' and ruling.run is not null
            and exists (select 1 from rejudging where id = $1 and state = 'applied')
            and not exists (select 1 from cache where cache.run = ruling.run)
        order by job.id",
        "select state from rejudging where id = $1",
    }

    /// Discards a rejudging. Returns its state.
    DISCARD "discard" (Text) -> (Text) {
        "update rejudging set state = 'discarded' where id = $1 and state = 'open'",
        "update job set state = 'done' where rejudging = $1 and state = 'queued'
            and exists (select 1 from rejudging where id = $1 and state = 'discarded')",
        "select state from rejudging where id = $1",
    }

    /// How many jobs wait and are in progress, how many of these have a lease that has run out, how long the oldest has waited,
    /// and how many of those that wait no worker can do at the moment, by route and class.
    DEPTH "depth" () -> (Text, Int, Int, Int, Int, Int, Int) {
        "select route, class, cast(sum(queued) as {int}), cast(sum(leased) as {int}), cast(sum(overdue) as {int}),
            {now} - min(first),
            cast(sum(case when {stuck} then queued else 0 end) as {int})
        from (
            select job.route, job.challenge, job.class, sum(case when job.state = 'queued' then 1 else 0 end) as queued,
                sum(case when job.state = 'leased' then 1 else 0 end) as leased,
                sum(case when job.state = 'leased' and job.lease_until < {now} then 1 else 0 end) as overdue,
                min(submission.submitted) as first
            from job join submission on submission.id = job.submission
            where job.state <> 'done'
            group by job.route, job.challenge, job.class
        ) as job
        group by route, class order by class, route",
    }

    /// The number of rulings for each verdict since the service was set up, and their total time since the submission. They
    /// are counted as they are made.
    RULINGS "rulings" () -> (Text, Int, Int) {
        "select verdict, cast(sum(count) as {int}), cast(sum(time) as {int})
        from tally where kind = 'ruling' group by verdict order by verdict",
    }

    /// The last submissions at which the judge failed, at most this many: the identifier, the owner, the name, the language,
    /// when it was ruled on, and how many workers were lost with it.
    FAILED "failed" (Int) -> (Text, Text, Text, Text, Int, Int) {
        "select submission.id, submission.owner, submission.name, submission.language, ruling.ruled, job.deaths
        from ruling join submission
                on submission.id = ruling.submission and submission.generation = ruling.generation
            join job on job.submission = ruling.submission and job.generation = ruling.generation
        where ruling.verdict = 'judge-error'
        order by ruling.ruled desc, submission.id limit $1",
    }

    /// Deletes what is out of date: tokens and links, and workers that have been silent for a day.
    SWEEP "sweep" () -> (Int) {
        "delete from token where until < {now}",
        "delete from link where until < {now}",
        "insert into tally (worker, kind, verdict, count, time)
        select '', kind, verdict, cast(sum(count) as {int}), cast(sum(time) as {int})
        from tally join worker on worker.id = tally.worker where worker.last_beat < {now} - 86400000
        group by kind, verdict
        on conflict (worker, kind, verdict) do update
            set count = tally.count + excluded.count, time = tally.time + excluded.time",
        "delete from tally where worker in (select id from worker where last_beat < {now} - 86400000)",
        "delete from ability where worker in (select id from worker where last_beat < {now} - 86400000)",
        "delete from worker where last_beat < {now} - 86400000",
        "delete from machine where not exists (select 1 from worker where worker.machine = machine.key)
            and not exists (select 1 from loss where loss.machine = machine.key)",
        "select count(*) from worker",
    }

    /// How many rulings came too late, how many of them differ from the one that counts, and how many leases were
    /// lost. An error of the judge says nothing about a program, so nothing differs from it.
    STALE "stale_rulings" () -> (Int, Int, Int) {
        "select (select count(*) from stale),
        (select count(*) from stale join job on job.id = stale.job
            join ruling on ruling.submission = job.submission and ruling.generation = job.generation
            where ruling.verdict <> stale.verdict and ruling.verdict <> 'judge-error'
                and stale.verdict <> 'judge-error'),
        (select cast(coalesce(sum(count), 0) as {int}) from tally where kind = 'lost')",
    }

    /// Allows a machine to have jobs again, however many workers died on it.
    REINSTATE "reinstate" (Text) -> (Int) {
        "update machine set since = {now} where key in (select key from machine where name = $1 {skip})",
        "select count(*) from machine where name = $1",
    }

    /// The workers that have not ended, at most the thousand that reported last: public identifier, machine, build,
    /// isolation, benchmark time in microseconds, how long ago they began and last reported, how many jobs they hold,
    /// how many workers in a row died on the machine, and whether they are ready.
    WORKERS "workers" () -> (Text, Text, Text, Text, Int, Int, Int, Int, Int, Int) {
        "select worker.id, machine.name, worker.build, worker.isolation, worker.pace, {now} - worker.began,
            {now} - worker.last_beat,
            (select count(*) from job where job.worker = worker.id and job.state = 'leased'),
            (select count(*) from loss where loss.machine = machine.key and {counts}),
            case when {ready} then 1 else 0 end
        from worker join machine on machine.key = worker.machine
        where worker.ended is null and worker.last_beat > {now} - 3600000
        order by worker.last_beat desc limit 1000",
    }
}
