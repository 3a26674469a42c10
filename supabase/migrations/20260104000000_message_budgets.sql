-- Limits count the messages of a form and a kind of post, its budget, so that none starves another.
alter table contact_arrivals add column budget text not null default '';

-- Stores messages once each, within their limits, in one transaction, and returns what happened to each.
create or replace function receive_contact_messages(arrivals jsonb) returns jsonb
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
  -- Of the messages that are stored: their keys, and their budgets, with the clients that they came from.
  keys text[] := '{}';
  budgets text[] := '{}';
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
      a.keys, a.source, coalesce(a.budget, '') as budget, a.language, a.words, l."perDay",
      exists (select from contact_messages m where m.key in (a.keys[1], a.keys[2])) as is_known,
      -- How many more may be stored. Null if there is no limit.
      case when l."perAddress" > 0 and a.source is not null then l."perAddress" - (
        select count(*) from contact_arrivals c
        where c.source = a.source and c.budget = coalesce(a.budget, '') and at > moment - interval '1 hour'
      ) end as left_from_address,
      case when l."perHour" > 0 then l."perHour" - (
        select count(*) from contact_arrivals c
        where c.budget = coalesce(a.budget, '') and at > moment - interval '1 hour'
      ) end as left_in_hour,
      case when l."perDay" > 0 then l."perDay" - (
        select count(*) from contact_arrivals c where c.budget = coalesce(a.budget, '')
      ) end as left_in_day
    from
      jsonb_to_recordset(arrivals) as a (
        keys text[], source text, budget text, limits jsonb, language text, words jsonb
      ),
      jsonb_to_record(a.limits) as l ("perAddress" int, "perHour" int, "perDay" int)
  loop
    result := case
      when arrival.is_known or arrival.keys && keys then 'known'
      when arrival.left_from_address <= cardinality(array_positions(sources, arrival.budget || ' ' || arrival.source))
        then 'too-many-from-address'
      when arrival.left_in_hour <= cardinality(array_positions(budgets, arrival.budget)) then 'too-many'
      when arrival.left_in_day <= cardinality(array_positions(budgets, arrival.budget)) then 'too-many-today'
      else 'stored'
    end;
    results := results || result;
    if result = 'stored' then
      keys := keys || arrival.keys[1];
      budgets := budgets || arrival.budget;
      sources := sources || (arrival.budget || ' ' || arrival.source);
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
        keys text[], source text, budget text, form text, language text, message jsonb, words jsonb, files jsonb
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
    insert into contact_arrivals (at, source, budget)
    select moment, source, coalesce(budget, '') from stored
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
