//! What is done with submissions.

use super::shape::Operation;
use crate::service::value::Kind::{Bytes, Int, Text};

/// A submission comes in: its identifier, the owner, the idempotency key, its name, the source, the digest of all that
/// a repeated request must have the same, its size in bytes and characters, the language, the challenge, the class, the
/// challenge as workers know it, how many of the owner's may wait, the address to be told, and whether it is a `source`
/// or a `command`. Gives the identifier and the digest of the submission that has the key, which may be an earlier one; nothing if too many wait.
///
/// Its place in the queue is that of DOMjudge: who has several waiting comes a minute later for each.
pub(crate) const SUBMIT: Operation = Operation {
    name: "submit",
    takes: &[Text, Text, Text, Text, Bytes, Text, Int, Int, Text, Text, Int, Text, Int, Text, Text],
    gives: &[Text, Text],
    statements: &[
        "insert into submission (id, owner, idempotency_key, name, source, digest, bytes, chars, language, challenge,
            submitted, generation, webhook, kind)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, {now}, 0, $14, $15
        where $13 > (
            select count(*) from job join submission on submission.id = job.submission
            where submission.owner = $2 and job.state <> 'done'
        )
        on conflict do nothing",
        "insert into job (submission, generation, route, challenge, class, vtime, state, attempt, deaths)
        select $1, 0, $9, $12, $11, case when waits.latest >= waits.fair then waits.latest + 1 else waits.fair end,
            'queued', 0, 0
        from (
            select coalesce(max(vtime), 0) as latest, {now} + 60000 * count(*) as fair
            from job join submission on submission.id = job.submission
            where submission.owner = $2 and job.state <> 'done'
        ) as waits
        where exists (select 1 from submission where id = $1)
        on conflict do nothing",
        "select id, digest from submission where id = $1 or (owner = $2 and idempotency_key = $3)",
    ],
};

/// How a submission stands, by its last ruling that counts.
pub(crate) const STATUS: Operation = Operation {
    name: "status",
    takes: &[Text],
    gives: &[Text, Text, Text, Text, Text, Int, Int, Int, Text, Int, Text, Int],
    statements: &["select submission.id, submission.owner, submission.name, submission.language,
            submission.challenge, submission.bytes, submission.chars, submission.submitted, job.state, job.attempt,
            ruling.verdict, ruling.ruled
        from submission join job on job.submission = submission.id and job.generation = submission.generation
            left join ruling on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.id = $1"],
};

/// Submissions that were ruled on and whose webhooks are due, at most so many: the identifier, the address, and how often
/// it was tried.
pub(crate) const HOOKS: Operation = Operation {
    name: "hooks",
    takes: &[Int],
    gives: &[Text, Text, Int],
    statements: &["select submission.id, submission.webhook, submission.webhook_tries
        from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.webhook is not null and submission.webhook_due <= {now}
        order by submission.webhook_due limit $1"],
};

/// A webhook was told (1), or is to be tried again after so many milliseconds.
pub(crate) const HOOKED: Operation = Operation {
    name: "hooked",
    takes: &[Text, Int, Int],
    gives: &[Int],
    statements: &[
        "update submission set webhook = case when $2 = 1 then null else webhook end,
            webhook_tries = webhook_tries + 1, webhook_due = {now} + $3
        where id = $1",
        "select count(*) from submission where id = $1",
    ],
};

/// The saved run of a submission.
pub(crate) const LOG: Operation = Operation {
    name: "log",
    takes: &[Text],
    gives: &[Bytes],
    statements: &["select ruling.log from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.id = $1"],
};

/// The submissions whose jobs were done from this time on, and the time now; the first row is only the time.
pub(crate) const DONE_SINCE: Operation = Operation {
    name: "done_since",
    takes: &[Int],
    gives: &[Int, Text],
    statements: &["select {now}, ''
        union all
        select ruled, submission from ruling where ruled >= $1"],
};

/// The source of a submission.
pub(crate) const SOURCE: Operation = Operation {
    name: "source",
    takes: &[Text],
    gives: &[Bytes],
    statements: &["select source from submission where id = $1"],
};

/// An owner's last submissions, at most so many, the newest first.
pub(crate) const BY_OWNER: Operation = Operation {
    name: "by_owner",
    takes: &[Text, Int],
    gives: STATUS.gives,
    statements: &["select submission.id, submission.owner, submission.name, submission.language,
            submission.challenge, submission.bytes, submission.chars, submission.submitted, job.state, job.attempt,
            ruling.verdict, ruling.ruled
        from submission join job on job.submission = submission.id and job.generation = submission.generation
            left join ruling on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.owner = $1
        order by submission.submitted desc, submission.id limit $2"],
};

/// The accepted submissions of a challenge, the shortest first and of equal ones the first.
pub(crate) const ACCEPTED: Operation = Operation {
    name: "accepted",
    takes: &[Text],
    gives: &[Text, Text, Text, Int, Int, Int],
    statements: &["select submission.id, submission.owner, submission.language, submission.bytes,
            submission.chars, submission.submitted
        from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.challenge = $1 and submission.kind = 'source' and ruling.verdict = 'accepted'
        order by submission.bytes, submission.submitted, submission.id"],
};
