create table run (
    id text primary key,
    content {bytes} not null
);
insert into run (id, content)
    select submission || '/' || cast(generation as text), log from ruling where length(log) > 0;
alter table ruling add column run text;
update ruling set run = submission || '/' || cast(generation as text) where length(log) > 0;
alter table ruling drop column log;
alter table ruling add column made_by text not null default '';
update ruling set made_by = worker;
create index ruling_by_run on ruling (run);
create index ruling_by_verdict on ruling (verdict, ruled);
drop table cache;
create table cache (
    id {id},
    digest text not null,
    challenge text not null,
    tools text not null,
    verdict text not null,
    run text not null,
    worker text not null
);
create index cache_by_content on cache (digest, challenge, tools);
create index cache_by_run on cache (run);
create index submission_by_digest on submission (digest);
create index submission_by_time on submission (submitted);
alter table job add column due {int} not null default 0;
drop table ability;
drop table worker;
drop table machine;
create table machine (
    key text primary key,
    name text not null,
    since {int} not null
);
create table worker (
    id text primary key,
    secret text not null unique,
    machine text not null references machine (key),
    build text not null,
    isolation text not null,
    pace {int} not null,
    began {int} not null,
    last_beat {int} not null,
    ended {int}
);
create table ability (
    worker text not null references worker (id),
    name text not null,
    primary key (worker, name)
);
create table loss (
    job {int} not null references job (id),
    attempt {int} not null,
    worker text not null,
    machine text not null,
    told {int} not null,
    primary key (job, attempt)
);
create index loss_by_machine on loss (machine, told);
create table tally (
    worker text not null,
    kind text not null check (kind in ('ruling', 'lost')),
    verdict text not null,
    count {int} not null,
    time {int} not null,
    primary key (worker, kind, verdict)
);
insert into tally (worker, kind, verdict, count, time)
    select '', 'ruling', ruling.verdict, count(*),
        cast(sum(case when ruling.generation = 0 then ruling.ruled - submission.submitted else 0 end) as {int})
    from ruling join submission on submission.id = ruling.submission
    group by ruling.verdict;
insert into tally (worker, kind, verdict, count, time)
    select '', 'lost', '', cast(coalesce(sum(deaths), 0) as {int}), 0 from job;
alter table token add column until {int};
create table link (
    hash text primary key,
    owner text not null,
    scopes text not null,
    until {int} not null,
    used text
);
