-- As before, in one step for all that came at the same moment instead of five for each, and without waiting
-- for those of another server where nothing is counted.
create or replace function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
-- A plan made while the tables were empty would read all of them for each message later.
set enable_seqscan = off
set jit = off
as $$
declare
  arrival jsonb;
  receipts jsonb;
  -- No index helps to find what is later than `clock_timestamp()`, which may be another for each row.
  moment timestamptz;
begin
  if arrivals @? '$[*] ? (@.limits.* > 0 || @.keys[0] != @.keys[1])' then
    -- One after the other, so that what is counted, or not known by an earlier key, still holds when it is
    -- stored.
    perform pg_advisory_xact_lock(hashtext('receive_contact_message'));
  else
    perform pg_advisory_xact_lock_shared(hashtext('receive_contact_message'));
  end if;
  moment := clock_timestamp();
  delete from contact_arrivals where ctid = any (array(
    select ctid from contact_arrivals where at <= moment - interval '1 day' for update skip locked
  ));
  with arrived as (
    select
      *, keys ->> 0 as key, keys ->> 1 as earlier,
      (limits ->> 'perAddress')::int as per_address, (limits ->> 'perHour')::int as per_hour,
      (limits ->> 'perDay')::int as per_day,
      row_number() over (partition by keys ->> 0 order by ordinality) > 1 as is_again,
      -- Of those before it.
      count(*) over (partition by source order by ordinality) - 1 as from_source
    from rows from (jsonb_to_recordset(arrivals) as (
      keys jsonb, form text, language text, source text, limits jsonb, message jsonb, files jsonb,
      words jsonb, "receivedAt" timestamptz
    )) with ordinality
  ),
  judged as materialized (
    select *, case
      when is_again or exists (select from contact_messages m where m.key in (a.key, a.earlier)) then 'known'
      -- Counts only where there is a limit.
      when per_address > 0 and source is not null and per_address - from_source <= (
        select count(*) from contact_arrivals c where c.source = a.source and at > moment - interval '1 hour'
      ) then 'too-many-from-address'
      when per_hour > 0 and per_hour - ordinality < (
        select count(*) from contact_arrivals where at > moment - interval '1 hour'
      ) then 'too-many'
      when per_day > 0 and per_day - ordinality < (
        select count(*) from contact_arrivals where at > moment - interval '1 day'
      ) then 'too-many-today'
    end as refusal
    from arrived a
  ),
  -- What becomes of one may depend on what became of those before it: then nothing is done yet.
  whole as (
    select
      count(*) = 1
      or bool_and(coalesce(refusal, 'known') = 'known' and coalesce(earlier, key) = key) as is_sure
    from judged
  ),
  added as (
    insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
    select
      key, coalesce("receivedAt", moment), form, language,
      message ->> 'name', message ->> 'email', message ->> 'company', message ->> 'message',
      coalesce(message -> 'other', '{}')
    from judged where refusal is null and (select is_sure from whole)
    -- Whoever stores the same at the same moment waits for the other, and never both for each other.
    order by key
    on conflict (key) do nothing
    returning id, key
  ),
  stored as (
    select judged.*, id from judged join added using (key) where refusal is null
  ),
  noted as (
    -- One that is brought here from another store came long ago.
    insert into contact_arrivals (at, source) select moment, source from stored where "receivedAt" is null
  ),
  attached as (
    insert into contact_files (message_id, place, field, name, kind, size, content)
    select
      id, place, file ->> 'field', file ->> 'name', file ->> 'kind', (file ->> 'size')::int,
      decode(file ->> 'content', 'base64')
    from stored, jsonb_array_elements(files) with ordinality as attached (file, place)
  ),
  told as (
    insert into contact_outbox (message_id, words)
    select id, words from stored where jsonb_typeof(words) = 'object'
  ),
  told_of_limit as (
    -- Somebody is told, once a day.
    insert into contact_outbox (day, words)
    select
      (moment at time zone 'UTC')::date,
      words || jsonb_build_object('perDay', per_day, 'language', language)
    from judged, whole
    where is_sure and refusal = 'too-many-today' and jsonb_typeof(words) = 'object'
    on conflict (day) do nothing
  )
  select jsonb_agg(coalesce(refusal, case when id is null then 'known' else 'stored' end) order by ordinality)
  into receipts
  from judged left join added using (key)
  where (select is_sure from whole);
  if receipts is null then
    receipts := '[]';
    for arrival in select value from jsonb_array_elements(arrivals) loop
      receipts := receipts || receive_contact_messages(jsonb_build_array(arrival));
    end loop;
  end if;
  return receipts;
end
$$;
