alter table submission add column webhook text;
alter table submission add column webhook_tries {int} not null default 0;
alter table submission add column webhook_due {int} not null default 0;
create index submission_to_be_told on submission (webhook_due) where webhook is not null;
alter table submission add column kind text not null default 'source' check (kind in ('source', 'command'));
alter table worker add column pace {int};
