-- The tables of the messages. What is done with them is in functions/send-contact-email/database.ts. The same
-- tables for SQLite are in scripts/messages/sqlite-tables.ts.

create table contact_messages (
  id bigint generated always as identity primary key,
  -- Identifies a message by its content or id, so that a repeated request is stored once.
  key text not null unique,
  received_at timestamptz not null,
  -- The path of the page and the name of the form: /ask/question.
  form text,
  -- The language of the page.
  language text,
  name text not null,
  email text not null,
  company text,
  message text not null,
  -- Further fields of the form, by name.
  other jsonb not null,
  -- A word that the operator set, such as "answered".
  mark text
);

-- Files of messages. They are deleted with their message.
create table contact_files (
  message_id bigint not null references contact_messages on delete cascade,
  place int not null,
  -- The name of the form field.
  field text not null,
  name text not null,
  kind text not null,
  size int not null,
  content bytea not null,
  primary key (message_id, place)
);
-- Photos and documents are compressed already.
alter table contact_files alter column content set storage external;

-- When some of a budget was taken, for a day: of a form and a kind of post, a client, a text that is repeated. Clients
-- and texts are hashes, and no row refers to a message.
create table contact_arrivals (at timestamptz not null, budget text not null);
create index contact_arrivals_at on contact_arrivals (at);
create index contact_arrivals_budget on contact_arrivals (budget, at);

-- Notifications that are due. Each is about a message, or about the daily limit of a day.
create table contact_outbox (
  id bigint generated always as identity primary key,
  message_id bigint unique references contact_messages on delete cascade,
  day date unique,
  -- Texts of the site for the notification.
  words jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  delivered_at timestamptz,
  error text,
  check (num_nonnulls(message_id, day) = 1)
);

-- There are no policies: only the owner of the tables, as whom the contact function connects, may read or write.
-- One row: the time that retention trusts, and when it was set by the clock, which can jump.
create table contact_clock (trusted_at timestamptz not null, checked_at timestamptz not null);

alter table contact_messages enable row level security;
alter table contact_files enable row level security;
alter table contact_arrivals enable row level security;
alter table contact_outbox enable row level security;
alter table contact_clock enable row level security;

-- Projects may grant rights to new objects by default. Visitors get none.
do $$
declare
  visitor text;
begin
  for visitor in
    select 'public' union all select rolname from pg_roles where rolname in ('anon', 'authenticated')
  loop
    execute format(
      'revoke all on contact_messages, contact_files, contact_arrivals, contact_outbox, contact_clock from %s',
      visitor
    );
    execute format('revoke all on sequence contact_messages_id_seq, contact_outbox_id_seq from %s', visitor);
  end loop;
end
$$;

-- Deletes messages after a year, once a day, if the project has pg_cron. It also serves projects to which no message
-- comes for months.
do $$
declare
  statement text := $sql$delete from public.contact_messages where received_at < now() - interval '12 months'$sql$;
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    raise notice 'There is no pg_cron, so no message is deleted automatically. Run "%" regularly.', statement;
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('delete old contact messages', '17 3 * * *', statement);
exception
  -- pg_cron is not loaded, or serves another database.
  when others then
    raise warning 'pg_cron cannot be used (%), so no message is deleted automatically. Run "%" regularly.',
      sqlerrm, statement;
end
$$;
