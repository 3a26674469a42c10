-- What somebody is told of is a message, or that no more messages are taken on a day.
alter table contact_outbox
  drop constraint contact_outbox_pkey,
  alter column message_id drop not null,
  add unique (message_id),
  add column id bigint generated always as identity primary key,
  add column day date unique,
  add check (num_nonnulls(message_id, day) = 1);

-- Stores a message once, within the limits, in one transaction; says what it did.
create or replace function receive_contact_message(arrival jsonb) returns text
language plpgsql
set search_path = public, pg_temp
-- A plan made while the tables were empty would read all of them for each message later.
set enable_seqscan = off
set jit = off
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
    -- Somebody is told, once a day.
    if jsonb_typeof(arrival -> 'words') = 'object' then
      insert into contact_outbox (day, words)
      values (
        (clock_timestamp() at time zone 'UTC')::date,
        (arrival -> 'words') || jsonb_build_object('perDay', per_day, 'language', arrival -> 'language')
      )
      on conflict (day) do nothing;
    end if;
    return 'too-many-today';
  end if;
  -- One that is brought here from another store came long ago.
  if arrival ->> 'receivedAt' is null then
    insert into contact_arrivals (at, source) values (clock_timestamp(), source_);
  end if;
  insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
  values (
    keys[1], coalesce((arrival ->> 'receivedAt')::timestamptz, now()), arrival ->> 'form', arrival ->> 'language',
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

-- A message as programs get it.
create function contact_message(m contact_messages) returns jsonb
language sql stable
set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'id', m.id, 'form', m.form, 'language', m.language, 'name', m.name, 'email', m.email,
    'company', m.company, 'message', m.message, 'other', m.other, 'mark', m.mark,
    'receivedAt', to_char(m.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'notice', (
      select case
        when o.delivered_at is not null then 'sent'
        when o.error is not null then 'failed'
        else 'waiting'
      end
      from contact_outbox o where o.message_id = m.id
    )
  )
$$;

-- Takes out what is due; nobody else gets it for two minutes.
create or replace function claim_contact_notices() returns jsonb
language sql
set search_path = public, pg_temp
as $$
  with due as (
    update contact_outbox
    set attempts = attempts + 1, next_at = clock_timestamp() + interval '2 minutes'
    where id in (
      select id from contact_outbox
      where delivered_at is null and next_at <= clock_timestamp()
      order by id limit 10 for update skip locked
    )
    returning id, message_id, day, words
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', due.id,
    'key', coalesce(m.key, 'limit-' || due.day, 'message-' || m.id),
    'words', due.words,
    'message', case when m.id is not null then contact_message(m) end
  ) order by due.id), '[]')
  from due left join contact_messages m on m.id = due.message_id
$$;

-- Notes what came of it: from ten seconds to six hours later it is due again, for about four days.
drop function settle_contact_notice(bigint, text);
create function settle_contact_notice(notice bigint, failure text) returns void
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
  where id = notice
$$;

-- What `npm run messages` asks for.
create function list_contact_messages() returns jsonb
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(contact_message(m) order by m.id), '[]') from contact_messages m
$$;

create function mark_contact_message(marked bigint, word text) returns void
language sql
set search_path = public, pg_temp
as $$
  update contact_messages set mark = word where id = marked
$$;

create function delete_contact_messages(deleted bigint[]) returns bigint
language sql
set search_path = public, pg_temp
as $$
  with gone as (delete from contact_messages where id = any (deleted) returning id) select count(*) from gone
$$;

create function retry_contact_notices() returns bigint
language sql
set search_path = public, pg_temp
as $$
  with again as (
    update contact_outbox set attempts = 0, next_at = clock_timestamp()
    where delivered_at is null and error is not null returning id
  )
  select count(*) from again
$$;

-- Where pg_cron is missing, the server deletes what is too old.
create function delete_old_contact_messages(months int) returns bigint
language sql
set search_path = public, pg_temp
as $$
  with gone as (
    delete from contact_messages where received_at < now() - make_interval(months => months) returning id
  )
  select count(*) from gone
$$;

-- Whether somebody is still to be told of what came more than an hour ago. Writes nothing.
create function are_contact_notices_late() returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
    select from contact_outbox o join contact_messages m on m.id = o.message_id
    where o.delivered_at is null and m.received_at < clock_timestamp() - interval '1 hour'
  )
$$;

-- Whatever a project grants to new functions and counters by itself: visitors have none of it.
do $$
declare
  one text;
  visitor text;
  functions text[] := array[
    'contact_message(contact_messages)', 'settle_contact_notice(bigint, text)', 'list_contact_messages()',
    'mark_contact_message(bigint, text)', 'delete_contact_messages(bigint[])', 'retry_contact_notices()',
    'delete_old_contact_messages(int)', 'are_contact_notices_late()'
  ];
begin
  foreach one in array functions loop
    execute format('revoke all on function %s from public', one);
  end loop;
  foreach visitor in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = visitor) then
      execute format('revoke all on contact_messages_id_seq, contact_outbox_id_seq from %I', visitor);
      foreach one in array functions loop
        execute format('revoke all on function %s from %I', one, visitor);
      end loop;
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    foreach one in array functions loop
      execute format('grant execute on function %s to service_role', one);
    end loop;
  end if;
end
$$;
