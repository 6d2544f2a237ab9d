//! The form of an operation, and parts of statements, which are written in braces. The worker's secret is always `$1`, a job
//! `$2` and the attempt `$3`.

use crate::value::Kind;

/// The operations of a file, each as a constant with its name, what it takes and gives, and its statements; `ALL` has them all.
macro_rules! operations {
    ($(
        $(#[$about:meta])*
        $constant:ident $name:literal ($($takes:ident),*) -> ($($gives:ident),*) { $($statement:literal),* $(,)? }
    )*) => {
        $($(#[$about])* pub(crate) const $constant: $crate::operation::Operation = $crate::operation::Operation {
            name: $name,
            takes: &[$($crate::value::Kind::$takes),*],
            gives: &[$($crate::value::Kind::$gives),*],
            statements: &[$($statement),*],
        };)*
        pub(crate) const ALL: &[&$crate::operation::Operation] = &[$(&$constant),*];
    };
}

pub(super) use operations;

pub(crate) struct Operation {
    /// Its name: on PostgreSQL that of its function.
    pub name: &'static str,
    /// The kinds of its parameters, `$1`, `$2` and so on.
    pub takes: &'static [Kind],
    /// The kinds of the columns that it returns.
    pub gives: &'static [Kind],
    pub statements: &'static [&'static str],
}

/// The parts, each before those that it contains.
const PARTS: [(&str, &str); 27] = [
    // The job, if the worker holds it; passed over while somebody else has locked it.
    ("{mine}", "(select id from job where id = $2 and worker = {me} and attempt = $3 and state = 'leased' {skip})"),
    // A job that the worker holds and names in `$2`.
    (
        "{held}",
        "worker = {me} and state = 'leased' and lease_until >= {now}
            and $2 like '%,' || cast(id as text) || '.' || cast(attempt as text) || ',%'",
    ),
    // A job of the worker's that lost its ruling because the worker reported again.
    (
        "{unruled}",
        "state = 'done' and {lost_once} and not exists (
            select 1 from ruling where ruling.submission = job.submission and ruling.generation = job.generation
        )",
    ),
    // A job with which the worker counted as lost, unless its rejudging was discarded.
    (
        "{lost_once}",
        "job.id in (select loss.job from loss where loss.machine = {machine} and loss.worker = {me})
            and not exists (select 1 from rejudging where rejudging.id = job.rejudging and rejudging.state = 'discarded')",
    ),
    // The job, once the worker has ruled on it.
    ("{done}", "job.id = $2 and job.worker = {me} and job.attempt = $3 and job.state = 'done'"),
    // The worker's ruling on the job.
    (
        "{ruling}",
        "ruling join job on job.submission = ruling.submission and job.generation = ruling.generation
        where job.id = $2 and ruling.worker = {me} and ruling.attempt = $3",
    ),
    // Whether the ruling replaces the `judge-error` of a job that was given up.
    (
        "{replaces}",
        "{late} and {given_up} and $5 <> 'judge-error' and length($6) <= 8388608 and length($5) <= 40",
    ),
    // Whether the worker held the job and lost it.
    ("{late}", "exists (select 1 from loss where loss.job = $2 and loss.attempt = $3 and loss.worker = {me})"),
    // Whether the job was given up, since too many workers were lost with it.
    (
        "{given_up}",
        "exists (
            select 1 from ruling join job on job.submission = ruling.submission and job.generation = ruling.generation
            where job.id = $2 and ruling.verdict = 'judge-error' and ruling.worker = ''
        )",
    ),
    // The saved run of this attempt, if it has one.
    ("{run}", "(select id from run where id = {run_name})"),
    // Its name, which nothing else ever has: numbers of jobs may be given again, identifiers of submissions are not.
    (
        "{run_name}",
        "(select submission || '.' || cast(generation as text) || '.' || cast($3 as text) from job where id = $2)",
    ),
    // The newest ruling on the text of the job, by the tools `$4`. Only the database says what the text is.
    (
        "{known}",
        "(select max(cache.id) from cache, job, submission
        where job.id = $2 and job.worker = {me} and job.attempt = $3 and job.rejudging is null
            and submission.id = job.submission and cache.digest = submission.digest
            and cache.challenge = job.challenge and cache.tools = $4)",
    ),
    // A row of a submission that is to be forgotten.
    ("{forgotten}", "submission in (select id from submission where {unwanted})"),
    // A submission of the owner `$1` that came in before `$2`, with the identifier `$3`; an empty text is any.
    ("{unwanted}", "($1 = '' or owner = $1) and submitted < $2 and ($3 = '' or id = $3)"),
    // The key under which the challenge of a job is offered now.
    (
        "{present}",
        "coalesce((
            select setting.value from setting join submission on setting.name = 'key of ' || submission.challenge
            where submission.id = job.submission
        ), job.challenge)",
    ),
    // Whether a job's lease was just found to have expired.
    (
        "{lost}",
        "state = 'leased' and exists (select 1 from loss where loss.job = job.id and loss.attempt = job.attempt)",
    ),
    // Whether a job is given up: the third worker was lost with it, or it was tried often enough.
    ("{hopeless}", "({losses} >= 3 or attempt >= 12)"),
    // How many workers were lost with a job.
    ("{losses}", "(select count(*) from loss where loss.job = job.id and {silent})"),
    // How many workers in a row were lost on the worker's machine.
    (
        "{deaths}",
        "(select count(*) from loss join machine on machine.key = loss.machine
        where loss.machine = {machine} and {counts})",
    ),
    ("{machine}", "(select machine from worker where secret = digest_of($1))"),
    ("{me}", "(select id from worker where secret = digest_of($1))"),
    // Whether no worker can do a job at the moment, nor may turn out to be able to.
    (
        "{stuck}",
        "not exists (
            select 1 from worker join ability as challenge on challenge.worker = worker.id
            where challenge.name = job.challenge and worker.ended is null
                and (not {ready} or exists (
                    select 1 from ability where ability.worker = worker.id and ability.name = job.route
                ))
                and worker.last_beat >= {now} - {lease}
                and worker.build = (select value from setting where name = 'build')
                and (
                    select count(*) from loss join machine on machine.key = loss.machine
                    where loss.machine = worker.machine and {counts}
                ) < 3
        )",
    ),
    // Whether a worker has reported all its abilities; the last of them has no name.
    ("{ready}", "exists (select 1 from ability where ability.worker = worker.id and ability.name = '')"),
    // The state of a submission, with its last ruling that counts.
    (
        "{status}",
        "select submission.id, submission.owner, submission.name, submission.language,
            submission.challenge, submission.bytes, submission.chars, submission.submitted, job.state, job.attempt,
            ruling.verdict, ruling.ruled, case when job.state = 'queued' and {stuck} then 1 else 0 end, ruling.made_by
        from submission join job on job.submission = submission.id and job.generation = submission.generation
            left join ruling on ruling.submission = submission.id and ruling.generation = submission.generation",
    ),
    // Whether a loss counts against its machine. One that is the only machine must go on some time.
    ("{counts}", "loss.told > machine.since and loss.told > {now} - 10 * {lease} and {silent}"),
    // Whether the worker of a loss has not reported since. Otherwise it was only slow, or the database was away.
    (
        "{silent}",
        "not exists (select 1 from worker where worker.id = loss.worker and worker.last_beat >= loss.told)",
    ),
    // The duration of leases.
    ("{lease}", "(select cast(value as {int}) from setting where name = 'lease')"),
];

/// A statement with its parts filled in; what differs between databases is still in braces.
pub(crate) fn in_full(statement: &str) -> String {
    // `{status}` contains `{stuck}`, so two rounds are needed.
    let fill = |text: String| PARTS.iter().fold(text, |text, (name, part)| text.replace(name, part));
    fill(fill(statement.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_between_databases_is_left_open() {
        for (name, _) in PARTS {
            let text = in_full(name);
            let open = text.match_indices('{').map(|(at, _)| text[at..].split_inclusive('}').next().unwrap());
            for part in open {
                assert!(["{now}", "{skip}", "{int}", "{nothing}"].contains(&part), "{name}: {part}");
            }
        }
    }
}
