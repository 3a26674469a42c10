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

-- When messages came and from which client (a hash), for a day. No row refers to a message.
create table contact_arrivals (
  at timestamptz not null default now(),
  source text
);
create index contact_arrivals_at on contact_arrivals (at);

-- Notices that are due. Each is about a message, or about the daily limit of a day.
create table contact_outbox (
  id bigint generated always as identity primary key,
  message_id bigint unique references contact_messages on delete cascade,
  day date unique,
  -- Texts of the site for the notice.
  words jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  delivered_at timestamptz,
  error text,
  check (num_nonnulls(message_id, day) = 1)
);

-- There are no policies: only the contact function may read or write, and its role bypasses them.
alter table contact_messages enable row level security;
alter table contact_arrivals enable row level security;
alter table contact_outbox enable row level security;

-- Stores messages once each, within their limits, in one transaction, and returns what happened to each.
create function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
-- Plans made while the tables are empty would read whole tables later.
set enable_seqscan = off
set jit = off
as $$
declare
  arrival jsonb;
  message jsonb;
  limits jsonb;
  client text;
  result text;
  results jsonb := '[]';
  added bigint;
  -- Queries with clock_timestamp() use no index, as it may differ for each row.
  moment timestamptz;
begin
  -- One transaction at a time, so that counts still hold when messages are stored.
  perform pg_advisory_xact_lock(hashtext('receive_contact_messages'));
  moment := clock_timestamp();
  delete from contact_arrivals
  -- A clock that was set back leaves arrivals in the future behind.
  where at <= moment - interval '1 day' or at > moment + interval '1 hour';
  for arrival in select value from jsonb_array_elements(arrivals) loop
    message := arrival -> 'message';
    limits := arrival -> 'limits';
    client := arrival ->> 'source';
    if exists (
      select from contact_messages where key in (arrival #>> '{keys,0}', arrival #>> '{keys,1}')
    ) then
      result := 'known';
    elsif client is not null and (limits ->> 'perAddress')::int > 0 and (limits ->> 'perAddress')::int <= (
      select count(*) from contact_arrivals where source = client and at > moment - interval '1 hour'
    ) then
      result := 'too-many-from-address';
    elsif (limits ->> 'perHour')::int > 0 and (limits ->> 'perHour')::int <= (
      select count(*) from contact_arrivals where at > moment - interval '1 hour'
    ) then
      result := 'too-many';
    elsif (limits ->> 'perDay')::int > 0 and (limits ->> 'perDay')::int <= (
      select count(*) from contact_arrivals
    ) then
      result := 'too-many-today';
    else
      result := 'stored';
    end if;
    if result = 'stored' then
      insert into contact_arrivals (at, source) values (moment, client);
      insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
      values (
        arrival #>> '{keys,0}', moment, arrival ->> 'form', arrival ->> 'language',
        message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
        coalesce(message -> 'other', '{}')
      )
      returning id into added;
      -- The function of the next migration.
      if jsonb_array_length(arrival -> 'files') > 0 then
        perform attach_contact_files(added, arrival -> 'files');
      end if;
      if jsonb_typeof(arrival -> 'words') = 'object' then
        insert into contact_outbox (message_id, words) values (added, arrival -> 'words');
      end if;
    elsif result = 'too-many-today' and jsonb_typeof(arrival -> 'words') = 'object' then
      -- A notice once a day.
      insert into contact_outbox (day, words)
      values (
        (moment at time zone 'UTC')::date,
        (arrival -> 'words')
          || jsonb_build_object('perDay', limits -> 'perDay', 'language', arrival -> 'language')
      )
      on conflict (day) do nothing;
    end if;
    results := results || to_jsonb(result);
  end loop;
  return results;
end
$$;

-- Deletes messages older than so many months, and counts them.
create function delete_old_contact_messages(months int) returns bigint
language sql
set search_path = public, pg_temp
as $$
  with deleted as (
    delete from contact_messages where received_at < now() - make_interval(months => months) returning id
  )
  select count(*) from deleted
$$;

-- Deletes messages after a year, once a day, if the project has pg_cron.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    raise notice 'There is no pg_cron, so no message is deleted automatically. Run "select delete_old_contact_messages(12)" regularly.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule(
    'delete old contact messages', '17 3 * * *', 'select public.delete_old_contact_messages(12)'
  );
exception
  -- pg_cron is not loaded, or serves another database.
  when others then
    raise warning 'pg_cron cannot be used (%), so no message is deleted automatically. Run "select delete_old_contact_messages(12)" regularly.', sqlerrm;
end
$$;

-- Projects may grant rights to new objects by default. Visitors get none, and the contact function all it needs.
do $$
declare
  tables text := 'contact_messages, contact_arrivals, contact_outbox';
  sequences text := 'contact_messages_id_seq, contact_outbox_id_seq';
  functions text := 'receive_contact_messages(jsonb), delete_old_contact_messages(int)';
  visitor text;
begin
  for visitor in
    select 'public' union all select rolname from pg_roles where rolname in ('anon', 'authenticated')
  loop
    execute format('revoke all on %s from %s', tables, visitor);
    execute format('revoke all on sequence %s from %s', sequences, visitor);
    execute format('revoke all on function %s from %s', functions, visitor);
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    execute format('grant select, insert, update, delete on %s to service_role', tables);
    execute format('grant execute on function %s to service_role', functions);
  end if;
end
$$;
