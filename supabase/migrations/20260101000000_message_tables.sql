create table contact_messages (
  id bigint generated always as identity primary key,
  -- Identifies a message by its content or id, so that a repeated request is stored once.
  key text unique,
  received_at timestamptz not null default now(),
  -- The path of the page and the name of the form: /ask/question.
  form text,
  -- The language of the page.
  language text,
  name text not null,
  email text not null,
  company text,
  message text not null,
  -- Further fields of the form, by name.
  other jsonb not null default '{}',
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

-- When messages came and from which client (a hash), for a day. No row refers to a message.
create table contact_arrivals (
  at timestamptz not null default now(),
  source text
);
create index contact_arrivals_at on contact_arrivals (at);

-- Notifications that are due. Each is about a message, or about the daily limit of a day.
create table contact_outbox (
  id bigint generated always as identity primary key,
  message_id bigint unique references contact_messages on delete cascade,
  day date unique,
  -- Texts of the site for the notification.
  words jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  delivered_at timestamptz,
  error text,
  check (num_nonnulls(message_id, day) = 1)
);

-- There are no policies: only the contact function may read or write, and its role bypasses them.
alter table contact_messages enable row level security;
alter table contact_files enable row level security;
alter table contact_arrivals enable row level security;
alter table contact_outbox enable row level security;
