-- Messages that came at the same moment are nearly always new and within the limits. As such they are stored
-- at once, which costs two thirds of judging each; where that cannot be, they are judged as before.
alter function receive_contact_messages(jsonb) rename to judge_contact_messages;

create function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
-- A plan made while the tables were empty would read all of them for each message later.
set enable_seqscan = off
set jit = off
as $$
declare
  many int := jsonb_array_length(arrivals);
  -- No index helps to find what is later than `clock_timestamp()`, which may be another for each row.
  moment timestamptz;
begin
  if many = 0 or arrivals @? '$[*] ? (@.keys[0] != @.keys[1] || @.files.size() > 0)' then
    return judge_contact_messages(arrivals);
  end if;
  if arrivals @? '$[*].limits.* ? (@ > 0)' then
    -- One after the other, so that what is counted still holds when it is stored.
    perform pg_advisory_xact_lock(hashtext('receive_contact_message'));
    moment := clock_timestamp();
    -- A clock that was put right leaves moments behind that are still to come.
    delete from contact_arrivals where at > moment + interval '1 hour';
    if exists (
      -- Were all of them stored.
      select from jsonb_to_recordset(arrivals) as arrived (source text, limits jsonb),
        jsonb_to_record(limits) as allowed ("perAddress" int, "perHour" int, "perDay" int)
      where
        "perAddress" > 0 and source is not null and "perAddress" - many < (
          select count(*) from contact_arrivals c
          where c.source = arrived.source and at > moment - interval '1 hour'
        )
        or "perHour" > 0 and "perHour" - many < (
          select count(*) from contact_arrivals where at > moment - interval '1 hour'
        )
        or "perDay" > 0 and "perDay" - many < (
          select count(*) from contact_arrivals where at > moment - interval '1 day'
        )
    ) then
      return judge_contact_messages(arrivals);
    end if;
  else
    perform pg_advisory_xact_lock_shared(hashtext('receive_contact_message'));
    moment := clock_timestamp();
  end if;
  delete from contact_arrivals where ctid = any (array(
    select ctid from contact_arrivals where at <= moment - interval '1 day' for update skip locked
  ));
  insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
  select
    keys ->> 0, coalesce("receivedAt", moment), form, language,
    message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
    coalesce(message -> 'other', '{}')
  from jsonb_to_recordset(arrivals) as arrived (
    keys jsonb, form text, language text, message jsonb, "receivedAt" timestamptz
  )
  -- Whoever stores the same at the same moment waits for the other, and never both for each other.
  order by keys ->> 0;
  -- One that is brought here from another store came long ago.
  insert into contact_arrivals (at, source)
  select moment, source from jsonb_to_recordset(arrivals) as arrived (source text, "receivedAt" timestamptz)
  where "receivedAt" is null;
  if arrivals @? '$[*].words.*' then
    insert into contact_outbox (message_id, words)
    select id, words from jsonb_to_recordset(arrivals) as arrived (keys jsonb, words jsonb)
    join contact_messages on key = keys ->> 0
    where jsonb_typeof(words) = 'object';
  end if;
  return to_jsonb(array_fill('stored'::text, array[many]));
exception when unique_violation then
  -- One of them is known, or came twice.
  return judge_contact_messages(arrivals);
end
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
