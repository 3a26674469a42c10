alter table contact_messages
  -- What makes a message this one and no other: what is sent again is stored once.
  add column key text unique,
  -- The address of the page and the name of the form: /ask/question.
  add column form text,
  -- That of the page.
  add column language text;

-- When messages came, and what stands for the connection, for a day: nothing leads from here to a message.
create table contact_arrivals (
  at timestamptz not null default now(),
  source text
);
create index contact_arrivals_at on contact_arrivals (at);
alter table contact_arrivals enable row level security;

-- What somebody is still to be told of.
create table contact_outbox (
  message_id bigint primary key references contact_messages on delete cascade,
  -- The words of the site for it.
  words jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  delivered_at timestamptz,
  error text
);
alter table contact_outbox enable row level security;

-- Stores a message once, within the limits, in one transaction; says what it did.
create function receive_contact_message(arrival jsonb) returns text
language plpgsql
set search_path = public, pg_temp
as $$
declare
  keys text[] := array(select jsonb_array_elements_text(arrival -> 'keys'));
  source_ text := arrival ->> 'source';
  message jsonb := arrival -> 'message';
  per_address int := coalesce((arrival #>> '{limits,perAddress}')::int, 0);
  per_hour int := coalesce((arrival #>> '{limits,perHour}')::int, 0);
  message_id bigint;
  per_day int := coalesce((arrival #>> '{limits,perDay}')::int, 0);
begin
  -- One after the other, so that what is counted still holds when it is stored.
  perform pg_advisory_xact_lock(hashtext('receive_contact_message'));
  if exists (select from contact_messages where key = any (keys)) then
    return 'known';
  end if;
  delete from contact_arrivals where at <= clock_timestamp() - interval '1 day';
  if per_address > 0 and source_ is not null and per_address <= (
    select count(*) from contact_arrivals
    where source = source_ and at > clock_timestamp() - interval '1 hour'
  ) then
    return 'too-many-from-address';
  end if;
  if per_hour > 0 and per_hour <= (
    select count(*) from contact_arrivals where at > clock_timestamp() - interval '1 hour'
  ) then
    return 'too-many';
  end if;
  if per_day > 0 and per_day <= (select count(*) from contact_arrivals) then
    return 'too-many-today';
  end if;
  insert into contact_arrivals (at, source) values (clock_timestamp(), source_);
  insert into contact_messages (key, form, language, name, email, company, message, other)
  values (
    keys[1], arrival ->> 'form', arrival ->> 'language',
    message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
    coalesce(message -> 'other', '{}')
  )
  returning id into message_id;
  if jsonb_typeof(arrival -> 'words') = 'object' then
    insert into contact_outbox (message_id, words) values (message_id, arrival -> 'words');
  end if;
  return 'stored';
end
$$;

-- Takes out what is due; nobody else gets it for two minutes.
create function claim_contact_notices() returns jsonb
language sql
set search_path = public, pg_temp
as $$
  with due as (
    update contact_outbox
    set attempts = attempts + 1, next_at = clock_timestamp() + interval '2 minutes'
    where message_id in (
      select message_id from contact_outbox
      where delivered_at is null and next_at <= clock_timestamp()
      order by message_id limit 10 for update skip locked
    )
    returning message_id, words
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'key', m.key,
    'words', due.words,
    'message', jsonb_build_object(
      'id', m.id, 'form', m.form, 'language', m.language, 'name', m.name, 'email', m.email,
      'company', m.company, 'message', m.message, 'other', m.other,
      'receivedAt', to_char(m.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )
  ) order by m.id), '[]')
  from due join contact_messages m on m.id = due.message_id
$$;

-- Notes what came of it: from ten seconds to six hours later it is due again, for about four days.
create function settle_contact_notice(settled bigint, failure text) returns void
language sql
set search_path = public, pg_temp
as $$
  update contact_outbox
  set
    delivered_at = case when failure is null then clock_timestamp() end,
    error = left(failure, 500),
    next_at = case
      when attempts >= 24 then 'infinity'
      else clock_timestamp() + least(interval '6 hours', interval '10 seconds' * (3 ^ least(attempts - 1, 10)))
    end
  where message_id = settled
$$;

-- Whatever a project grants to new tables and functions by itself: visitors have none of it.
revoke all on contact_messages, contact_arrivals, contact_outbox from public;
revoke all on function receive_contact_message(jsonb) from public;
revoke all on function claim_contact_notices() from public;
revoke all on function settle_contact_notice(bigint, text) from public;
do $$
declare
  visitor text;
begin
  foreach visitor in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = visitor) then
      execute format('revoke all on contact_messages, contact_arrivals, contact_outbox from %I', visitor);
      execute format('revoke all on function receive_contact_message(jsonb) from %I', visitor);
      execute format('revoke all on function claim_contact_notices() from %I', visitor);
      execute format('revoke all on function settle_contact_notice(bigint, text) from %I', visitor);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, insert, update, delete
      on contact_messages, contact_arrivals, contact_outbox to service_role;
    grant execute on function receive_contact_message(jsonb) to service_role;
    grant execute on function claim_contact_notices() to service_role;
    grant execute on function settle_contact_notice(bigint, text) to service_role;
  end if;
end
$$;
