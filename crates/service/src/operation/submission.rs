//! Operations on submissions.

use super::words::operations;

operations! {
    /// Adds a submission: its identifier, the owner, the idempotency key, its name, the source, the digest of all
    /// that must be equal in a repeated request, its size in bytes and characters, the language, the challenge,
    /// the class, the challenge's key, how many of the owner's may wait, the address of the webhook, and whether
    /// it is a `source` or a `command`. Returns the identifier and the digest of the submission with this
    /// idempotency key, which may be an earlier one, or no row if too many wait.
    ///
    /// Its place in the queue is that of DOMjudge: each waiting submission of an owner moves the next one back by
    /// a minute.
    SUBMIT "submit" (Text, Text, Text, Text, Bytes, Text, Int, Int, Text, Text, Int, Text, Int, Text, Text) -> (Text, Text) {
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
    }

    /// The state of a submission, with its last ruling that counts.
    STATUS "status" (Text) -> (Text, Text, Text, Text, Text, Int, Int, Int, Text, Int, Text, Int, Int, Text) {
        "{status} where submission.id = $1",
    }

    /// Submissions with a ruling whose webhooks are due, at most this many, first attempts before others: the identifier, the address, and the
    /// number of attempts.
    HOOKS "hooks" (Int) -> (Text, Text, Int) {
        "select submission.id, submission.webhook, submission.webhook_tries
        from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.webhook is not null and submission.webhook_due <= {now}
        order by submission.webhook_tries, submission.webhook_due limit $1",
    }

    /// Records that a webhook was delivered (1), or is to be tried again after this many milliseconds. The address is kept,
    /// since a late ruling may replace the one that was sent.
    HOOKED "hooked" (Text, Int, Int) -> (Int) {
        "update submission set webhook_tries = case when $2 = 1 then 0 else webhook_tries + 1 end,
            webhook_due = case when $2 = 1 then 9223372036854775807 else {now} + $3 end
        where id = $1",
        "select count(*) from submission where id = $1",
    }

    /// The name of the saved run of a submission; it is empty if there is a ruling without one. A name never has another content.
    RUN "run_of" (Text) -> (Text) {
        "select coalesce(ruling.run, '') from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.id = $1",
    }

    LOG "log" (Text) -> (Bytes) {
        "select content from run where id = $1",
    }

    /// The submissions whose jobs were finished since this time, and the present time; the first row has only the
    /// time.
    DONE_SINCE "done_since" (Int) -> (Int, Text) {
        "select {now}, ''
        union all
        select ruled, submission from ruling where ruled >= $1",
    }

    /// The submissions that are being judged.
    JUDGED "judged" () -> (Text) {
        "select submission from job where state = 'leased'",
    }

    SOURCE "source" (Text) -> (Bytes) {
        "select source from submission where id = $1",
    }

    /// An owner's last submissions, at most this many, the newest first.
    BY_OWNER "by_owner" (Text, Int) -> (Text, Text, Text, Text, Text, Int, Int, Int, Text, Int, Text, Int, Int, Text) {
        "{status} where submission.owner = $1 order by submission.submitted desc, submission.id limit $2",
    }

    /// The submissions of an owner, for a challenge and with a verdict (an empty text is any), since a time and before another,
    /// that come after the one with this identifier (all if it is empty), at most this many, the newest first.
    LIST "list" (Text, Text, Text, Int, Int, Text, Int) -> (Text, Text, Text, Text, Text, Int, Int, Int, Text, Int, Text, Int, Int, Text) {
        "{status} where ($1 = '' or submission.owner = $1) and ($2 = '' or submission.challenge = $2)
            and ($3 = '' or ruling.verdict = $3) and submission.submitted >= $4 and submission.submitted < $5
            and ($6 = '' or (submission.submitted, submission.id) < (select submitted, id from submission as last where last.id = $6))
        order by submission.submitted desc, submission.id desc limit $7",
    }

    /// The accepted submissions of a challenge, the shortest first, and of equal ones the earliest.
    ACCEPTED "accepted" (Text) -> (Text, Text, Text, Int, Int, Int) {
        "select submission.id, submission.owner, submission.language, submission.bytes,
            submission.chars, submission.submitted
        from submission join ruling
            on ruling.submission = submission.id and ruling.generation = submission.generation
        where submission.challenge = $1 and submission.kind = 'source' and ruling.verdict = 'accepted'
        order by submission.bytes, submission.submitted, submission.id",
    }

    /// How many submissions of an owner came in before a time, with this identifier; an empty text is any.
    FORGETTABLE "forgettable" (Text, Int, Text) -> (Int) {
        "select count(*) from submission where {unwanted}",
    }

    /// Deletes these submissions with all that was made from them. Returns how many of them are left.
    FORGET "forget" (Text, Int, Text) -> (Int) {
        "delete from stale where job in (select id from job where {forgotten})",
        "delete from loss where job in (select id from job where {forgotten})",
        "delete from ruling where {forgotten}",
        "delete from job where {forgotten}",
        "delete from submission where {unwanted}",
        "delete from cache where not exists (select 1 from submission where submission.digest = cache.digest)",
        "delete from run where not exists (select 1 from ruling where ruling.run = run.id)
            and not exists (select 1 from cache where cache.run = run.id)",
        "select count(*) from submission where {unwanted}",
    }
}
