create table submission (
    id text primary key,
    owner text not null,
    idempotency_key text,
    name text not null,
    source {bytes} not null,
    digest text not null,
    bytes {int} not null,
    chars {int},
    language text not null,
    challenge text not null,
    submitted {int} not null,
    generation {int} not null,
    unique (owner, idempotency_key)
);
create index submission_by_owner on submission (owner, submitted);
create index submission_by_challenge on submission (challenge, submitted);
create table rejudging (
    id text primary key,
    why text not null,
    author text not null,
    made {int} not null,
    state text not null check (state in ('open', 'applied', 'discarded'))
);
create table job (
    id {id},
    submission text not null references submission (id),
    generation {int} not null,
    rejudging text references rejudging (id),
    route text not null,
    challenge text not null,
    class {int} not null,
    vtime {int} not null,
    state text not null check (state in ('queued', 'leased', 'done')),
    attempt {int} not null,
    deaths {int} not null,
    worker text,
    claim text,
    lease_until {int},
    unique (submission, generation)
);
create index job_queued on job (class, vtime, id) where state = 'queued';
create index job_leased on job (lease_until) where state = 'leased';
create index job_claimed on job (claim) where state = 'leased';
create index job_rejudged on job (rejudging) where rejudging is not null;
create table ruling (
    submission text not null references submission (id),
    generation {int} not null,
    key text not null,
    verdict text not null,
    log {bytes} not null,
    worker text not null,
    attempt {int} not null,
    ruled {int} not null,
    primary key (submission, generation)
);
create index ruling_by_time on ruling (ruled);
create table stale (
    job {int} not null references job (id),
    worker text not null,
    attempt {int} not null,
    verdict text not null,
    told {int} not null,
    primary key (job, worker, attempt)
);
create table machine (
    name text primary key,
    deaths {int} not null
);
create table worker (
    id text primary key,
    machine text not null references machine (name),
    build text not null,
    isolation text not null,
    began {int} not null,
    last_beat {int} not null,
    ended {int}
);
create table ability (
    worker text not null references worker (id),
    name text not null,
    primary key (worker, name)
);
create table cache (
    key text primary key,
    verdict text not null,
    log {bytes} not null
);
create table token (
    hash text primary key,
    owner text not null,
    scopes text not null,
    made {int} not null
);
create table setting (
    name text primary key,
    value text not null
);
