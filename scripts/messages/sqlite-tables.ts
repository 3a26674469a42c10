/** The SQL that creates the message tables. `supabase/migrations` creates the same tables in PostgreSQL. */
export const sqliteTables = `
  create table contact_messages (
    id integer primary key autoincrement,
    key text not null unique,
    received_at text not null,
    form text,
    language text,
    name text not null,
    email text not null,
    company text,
    message text not null,
    other text not null,
    mark text
  );
  create table contact_files (
    message_id integer not null references contact_messages (id) on delete cascade,
    place integer not null,
    field text not null,
    name text not null,
    kind text not null,
    size integer not null,
    content blob not null,
    primary key (message_id, place)
  );
  create table contact_arrivals (at text not null, budget text not null);
  create index contact_arrivals_at on contact_arrivals (at);
  create index contact_arrivals_budget on contact_arrivals (budget, at);
  create table contact_outbox (
    id integer primary key autoincrement,
    message_id integer unique references contact_messages (id) on delete cascade,
    day text unique,
    words text not null,
    attempts integer not null default 0,
    next_at text not null,
    delivered_at text,
    error text
  );
  create table contact_clock (trusted_at text not null, checked_at text not null);
`;
