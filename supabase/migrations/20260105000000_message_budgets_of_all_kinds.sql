-- All limits count in the same way: how often a budget was taken from within some seconds. The budgets say what they
-- are of: a form and a kind of post, a client, a text that is repeated, an address to which a mail was sent.
truncate contact_arrivals;
alter table contact_arrivals drop column source;
create index contact_arrivals_budget on contact_arrivals (budget, at);

-- The first of these budgets that has no room.
create function spent_contact_budget(budgets jsonb, moment timestamptz) returns jsonb
language sql stable
set search_path = public, pg_temp
-- Plans made while the tables are empty would read whole tables later.
set enable_seqscan = off
set jit = off
as $$
  select listed.one
  from jsonb_array_elements(budgets) with ordinality as listed (one, place)
  where (listed.one ->> 'most')::int > 0 and (listed.one ->> 'most')::int <= (
    select count(*) from contact_arrivals
    where budget = listed.one ->> 'name' and at > moment - make_interval(secs => (listed.one ->> 'seconds')::int)
  )
  order by place limit 1
$$;

-- Takes some of each of these budgets.
create function note_contact_budgets(budgets jsonb, moment timestamptz) returns void
language sql
set search_path = public, pg_temp
as $$
  insert into contact_arrivals (at, budget)
  select distinct moment, listed.one ->> 'name' from jsonb_array_elements(budgets) as listed (one)
$$;

-- Takes some of each of these budgets, if all have room.
create function take_contact_budgets(budgets jsonb) returns boolean
language plpgsql
set search_path = public, pg_temp
as $$
declare
  moment timestamptz;
begin
  -- One transaction at a time, so that counts still hold when they are noted.
  perform pg_advisory_xact_lock(hashtext('receive_contact_messages'));
  moment := clock_timestamp();
  if spent_contact_budget(budgets, moment) is not null then
    return false;
  end if;
  perform note_contact_budgets(budgets, moment);
  return true;
end
$$;

-- Stores messages once each, within their budgets, in one transaction, and returns what happened to each.
create or replace function receive_contact_messages(arrivals jsonb) returns jsonb
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  arrival record;
  chosen jsonb;
  spent jsonb;
  results text[] := '{}';
  stored_id bigint;
  -- Queries with clock_timestamp() use no index, as it may differ for each row.
  moment timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('receive_contact_messages'));
  moment := clock_timestamp();
  delete from contact_arrivals
  -- A clock that was set back leaves arrivals in the future behind.
  where at <= moment - interval '1 day' or at > moment + interval '1 hour';
  for arrival in
    select * from jsonb_to_recordset(arrivals) as a (
      keys text[], form text, language text, budgets jsonb, suspicion jsonb, message jsonb, words jsonb, files jsonb
    )
  loop
    if exists (select from contact_messages where key in (arrival.keys[1], arrival.keys[2])) then
      results := array_append(results, 'known');
      continue;
    end if;
    chosen := arrival.budgets;
    if spent_contact_budget(arrival.suspicion -> 'signs', moment) is not null then
      chosen := arrival.suspicion -> 'budgets';
    end if;
    spent := spent_contact_budget(chosen, moment);
    if spent is not null then
      results := array_append(results, spent ->> 'otherwise');
      if spent ->> 'otherwise' = 'too-many-today' and jsonb_typeof(arrival.words) = 'object' then
        -- A notification once a day.
        insert into contact_outbox (day, words)
        values (
          (moment at time zone 'UTC')::date,
          arrival.words || jsonb_build_object('perDay', spent -> 'most', 'language', arrival.language)
        )
        on conflict (day) do nothing;
      end if;
      continue;
    end if;
    perform note_contact_budgets(chosen, moment);
    insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
    values (
      arrival.keys[1], moment, arrival.form, arrival.language,
      arrival.message ->> 'name', arrival.message ->> 'email', arrival.message ->> 'company',
      arrival.message ->> 'message', coalesce(arrival.message -> 'other', '{}')
    )
    returning id into stored_id;
    insert into contact_files (message_id, place, field, name, kind, size, content)
    select
      stored_id, place, file ->> 'field', file ->> 'name', file ->> 'kind', (file ->> 'size')::int,
      decode(file ->> 'content', 'base64')
    from jsonb_array_elements(arrival.files) with ordinality as attached (file, place);
    if jsonb_typeof(arrival.words) = 'object' then
      insert into contact_outbox (message_id, words) values (stored_id, arrival.words);
    end if;
    results := array_append(results, 'stored');
  end loop;
  return to_jsonb(results);
end
$$;

-- Visitors get no rights, and the contact function all it needs.
do $$
declare
  functions text := 'spent_contact_budget(jsonb, timestamptz), note_contact_budgets(jsonb, timestamptz), '
    'take_contact_budgets(jsonb)';
  visitor text;
begin
  for visitor in
    select 'public' union all select rolname from pg_roles where rolname in ('anon', 'authenticated')
  loop
    execute format('revoke all on function %s from %s', functions, visitor);
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    execute format('grant execute on function %s to service_role', functions);
  end if;
end
$$;
