-- Stores messages once each, within their limits, in one transaction, and returns what happened to each.
create function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
-- Plans made while the tables are empty would read whole tables later.
set enable_seqscan = off
set jit = off
as $$
declare
  arrival record;
  result text;
  results text[] := '{}';
  -- Of the messages that are stored: their keys, and the clients that they came from.
  keys text[] := '{}';
  sources text[] := '{}';
  -- Queries with clock_timestamp() use no index, as it may differ for each row.
  moment timestamptz;
begin
  -- One transaction at a time, so that counts still hold when messages are stored.
  perform pg_advisory_xact_lock(hashtext('receive_contact_messages'));
  moment := clock_timestamp();
  delete from contact_arrivals
  -- A clock that was set back leaves arrivals in the future behind.
  where at <= moment - interval '1 day' or at > moment + interval '1 hour';
  for arrival in
    select
      a.*, l."perDay",
      exists (select from contact_messages m where m.key in (a.keys[1], a.keys[2])) as is_known,
      -- How many more may be stored. Null if there is no limit.
      case when l."perAddress" > 0 and a.source is not null then l."perAddress" - (
        select count(*) from contact_arrivals c where c.source = a.source and at > moment - interval '1 hour'
      ) end as left_from_address,
      case when l."perHour" > 0 then l."perHour" - (
        select count(*) from contact_arrivals where at > moment - interval '1 hour'
      ) end as left_in_hour,
      case when l."perDay" > 0 then l."perDay" - (select count(*) from contact_arrivals) end as left_in_day
    from
      jsonb_to_recordset(arrivals) as a (keys text[], source text, limits jsonb, language text, words jsonb),
      jsonb_to_record(a.limits) as l ("perAddress" int, "perHour" int, "perDay" int)
  loop
    result := case
      when arrival.is_known or arrival.keys && keys then 'known'
      when arrival.left_from_address <= cardinality(array_positions(sources, arrival.source))
        then 'too-many-from-address'
      when arrival.left_in_hour <= cardinality(sources) then 'too-many'
      when arrival.left_in_day <= cardinality(sources) then 'too-many-today'
      else 'stored'
    end;
    results := results || result;
    if result = 'stored' then
      keys := keys || arrival.keys[1];
      sources := sources || arrival.source;
    elsif result = 'too-many-today' and jsonb_typeof(arrival.words) = 'object' then
      -- A notification once a day.
      insert into contact_outbox (day, words)
      values (
        (moment at time zone 'UTC')::date,
        arrival.words || jsonb_build_object('perDay', arrival."perDay", 'language', arrival.language)
      )
      on conflict (day) do nothing;
    end if;
  end loop;
  with stored as (
    select * from rows from (
      jsonb_to_recordset(arrivals) as (
        keys text[], source text, form text, language text, message jsonb, words jsonb, files jsonb
      )
    ) with ordinality where results[ordinality] = 'stored'
  ),
  added as (
    insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
    select
      stored.keys[1], moment, form, language,
      message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
      coalesce(message -> 'other', '{}')
    from stored order by ordinality
    returning id, key
  ),
  noted as (
    insert into contact_arrivals (at, source) select moment, source from stored
  ),
  attached as (
    insert into contact_files (message_id, place, field, name, kind, size, content)
    select
      id, place, file ->> 'field', file ->> 'name', file ->> 'kind', (file ->> 'size')::int,
      decode(file ->> 'content', 'base64')
    from stored join added on key = stored.keys[1],
      jsonb_array_elements(files) with ordinality as attached (file, place)
  )
  insert into contact_outbox (message_id, words)
  select id, words from stored join added on key = stored.keys[1] where jsonb_typeof(words) = 'object';
  return to_jsonb(results);
end
$$;

-- A message as JSON, with its files but without their content.
create function contact_message(m contact_messages) returns jsonb
language sql stable
set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'id', m.id, 'form', m.form, 'language', m.language, 'name', m.name, 'email', m.email,
    'company', m.company, 'message', m.message, 'other', m.other, 'mark', m.mark,
    'receivedAt', to_char(m.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'notification', (
      select case
        when o.delivered_at is not null then 'sent'
        when o.error is not null then 'failed'
        else 'waiting'
      end
      from contact_outbox o where o.message_id = m.id
    )
  ) || (
    select case when count(*) = 0 then '{}' else jsonb_build_object('files', jsonb_agg(
      jsonb_build_object('field', f.field, 'name', f.name, 'kind', f.kind, 'size', f.size) order by f.place
    )) end
    from contact_files f where f.message_id = m.id
  )
$$;

-- A page of the messages after an id: all, or those from an email address. The last page is empty.
create function contact_messages_after(last bigint, address text) returns jsonb
language sql stable
set search_path = public, pg_temp
-- Plans made while the tables are empty would read whole tables later, and plans for a rare address would read
-- all messages before the first page.
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  select coalesce(jsonb_agg(contact_message(m) order by m.id), '[]')
  from (
    select * from contact_messages
    where id > last and (address is null or lower(email) = lower(address))
    order by id limit 200
  ) as m
$$;

create function contact_messages_with(ids bigint[]) returns jsonb
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
set jit = off
as $$
  select coalesce(jsonb_agg(contact_message(m) order by m.id), '[]')
  from contact_messages m where m.id = any (ids)
$$;

-- The files of a message with their content.
create function contact_files_of(message bigint) returns jsonb
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', f.field, 'name', f.name, 'kind', f.kind, 'size', f.size,
    'content', translate(encode(f.content, 'base64'), E'\n', '')
  ) order by f.place), '[]')
  from contact_files f where f.message_id = message
$$;

create function mark_contact_message(message_id bigint, word text) returns void
language sql
set search_path = public, pg_temp
as $$
  update contact_messages set mark = word where id = message_id
$$;

create function delete_contact_messages(ids bigint[]) returns bigint
language sql
set search_path = public, pg_temp
as $$
  with deleted as (delete from contact_messages where id = any (ids) returning id)
  select count(*) from deleted
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

-- Claims the next notification that is due. No other server gets it for two minutes. Only one, because a slow mail
-- server could take longer than that for several.
create function claim_contact_notifications() returns jsonb
language sql
set search_path = public, pg_temp
as $$
  with due as (
    update contact_outbox
    set attempts = attempts + 1, next_at = clock_timestamp() + interval '2 minutes'
    where id in (
      select id from contact_outbox
      where delivered_at is null and next_at <= clock_timestamp()
      order by id limit 1 for update skip locked
    )
    returning id, message_id, day, words
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', due.id,
    'key', coalesce(m.key, 'limit-' || due.day, 'message-' || m.id),
    'words', due.words,
    'message', case when m.id is not null then contact_message(m) end
  )), '[]')
  from due left join contact_messages m on m.id = due.message_id
$$;

-- Records that a notification was sent, or why it failed. It is due again after ten seconds to six hours, for about
-- four days.
create function settle_contact_notification(notification bigint, failure text) returns void
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
  where id = notification
$$;

-- Makes failed notifications due again, and counts them.
create function retry_contact_notifications() returns bigint
language sql
set search_path = public, pg_temp
as $$
  with retried as (
    update contact_outbox set attempts = 0, next_at = clock_timestamp()
    where delivered_at is null and error is not null returning id
  )
  select count(*) from retried
$$;

-- Whether a notification is due for more than an hour. Writes nothing, but fails if nothing can be written: after a
-- failover, or if the disk of a project is full, a database may be read-only.
create function are_contact_notifications_late() returns boolean
-- Volatile, as Supabase runs other functions in read-only transactions.
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'The database is read-only.';
  end if;
  return exists (
    select from contact_outbox o join contact_messages m on m.id = o.message_id
    where o.delivered_at is null and m.received_at < clock_timestamp() - interval '1 hour'
  );
end
$$;

