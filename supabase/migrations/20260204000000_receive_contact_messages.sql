-- Stores messages that came at the same moment once each, within the limits, in one transaction: one wait for
-- the disk for all of them. Says what it did with each.
create function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
-- A plan made while the tables were empty would read all of them for each message later.
set enable_seqscan = off
set jit = off
as $$
declare
  arrival jsonb;
  message jsonb;
  limits jsonb;
  source_ text;
  receipt text;
  receipts jsonb := '[]';
  added bigint;
  -- No index helps to find what is later than `clock_timestamp()`, which may be another for each row.
  moment timestamptz;
begin
  -- One after the other, so that what is counted still holds when it is stored.
  perform pg_advisory_xact_lock(hashtext('receive_contact_message'));
  moment := clock_timestamp();
  delete from contact_arrivals where at <= moment - interval '1 day';
  for arrival in select value from jsonb_array_elements(arrivals) loop
    message := arrival -> 'message';
    limits := arrival -> 'limits';
    source_ := arrival ->> 'source';
    if exists (
      select from contact_messages where key in (arrival #>> '{keys,0}', arrival #>> '{keys,1}')
    ) then
      receipt := 'known';
    -- Counts only where there is a limit.
    elsif source_ is not null and (limits ->> 'perAddress')::int > 0 and (limits ->> 'perAddress')::int <= (
      select count(*) from contact_arrivals where source = source_ and at > moment - interval '1 hour'
    ) then
      receipt := 'too-many-from-address';
    elsif (limits ->> 'perHour')::int > 0 and (limits ->> 'perHour')::int <= (
      select count(*) from contact_arrivals where at > moment - interval '1 hour'
    ) then
      receipt := 'too-many';
    elsif (limits ->> 'perDay')::int > 0 and (limits ->> 'perDay')::int <= (
      select count(*) from contact_arrivals
    ) then
      receipt := 'too-many-today';
    else
      receipt := 'stored';
    end if;
    if receipt = 'stored' then
      -- One that is brought here from another store came long ago.
      if arrival ->> 'receivedAt' is null then
        insert into contact_arrivals (at, source) values (moment, source_);
      end if;
      insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
      values (
        arrival #>> '{keys,0}', coalesce((arrival ->> 'receivedAt')::timestamptz, moment),
        arrival ->> 'form', arrival ->> 'language',
        message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
        coalesce(message -> 'other', '{}')
      )
      returning id into added;
      if jsonb_typeof(arrival -> 'words') = 'object' then
        insert into contact_outbox (message_id, words) values (added, arrival -> 'words');
      end if;
    elsif receipt = 'too-many-today' and jsonb_typeof(arrival -> 'words') = 'object' then
      -- Somebody is told, once a day.
      insert into contact_outbox (day, words)
      values (
        (moment at time zone 'UTC')::date,
        (arrival -> 'words')
          || jsonb_build_object('perDay', limits -> 'perDay', 'language', arrival -> 'language')
      )
      on conflict (day) do nothing;
    end if;
    receipts := receipts || to_jsonb(receipt);
  end loop;
  return receipts;
end
$$;

create or replace function receive_contact_message(arrival jsonb) returns text
language sql
set search_path = public, pg_temp
as $$
  select receive_contact_messages(jsonb_build_array(arrival)) ->> 0
$$;

-- Whatever a project grants to new functions by itself: visitors have none of it.
revoke all on function receive_contact_messages(jsonb) from public;
do $$
declare
  visitor text;
begin
  foreach visitor in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = visitor) then
      execute format('revoke all on function receive_contact_messages(jsonb) from %I', visitor);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function receive_contact_messages(jsonb) to service_role;
  end if;
end
$$;
