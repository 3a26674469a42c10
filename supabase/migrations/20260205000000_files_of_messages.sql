-- What came with messages, which goes with them.
create table contact_files (
  message_id bigint not null references contact_messages on delete cascade,
  place int not null,
  -- The name of the field.
  field text not null,
  name text not null,
  kind text not null,
  size int not null,
  content bytea not null,
  primary key (message_id, place)
);
-- Pictures and documents are small already.
alter table contact_files alter column content set storage external;
alter table contact_files enable row level security;

-- As before, and with a message its files.
create or replace function receive_contact_messages(arrivals jsonb) returns jsonb
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
      insert into contact_files (message_id, place, field, name, kind, size, content)
      select
        added, place, file ->> 'field', file ->> 'name', file ->> 'kind', (file ->> 'size')::int,
        decode(file ->> 'content', 'base64')
      from jsonb_array_elements(arrival -> 'files') with ordinality as files (file, place);
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

-- The same by a name that says it: a database without this file would store messages without their files.
create function receive_messages_with_files(arrivals jsonb) returns jsonb
language sql
set search_path = public, pg_temp
as $$
  select receive_contact_messages(arrivals)
$$;

-- A message as programs get it, with its files, where there are some, but for their content.
create or replace function contact_message(m contact_messages) returns jsonb
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
  ) || (
    select case when count(*) = 0 then '{}' else jsonb_build_object('files', jsonb_agg(
      jsonb_build_object('field', f.field, 'name', f.name, 'kind', f.kind, 'size', f.size) order by f.place
    )) end
    from contact_files f where f.message_id = m.id
  )
$$;

-- What came with a message, with all of it.
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

-- Whatever a project grants to new tables and functions by itself: visitors have none of it.
revoke all on contact_files from public;
revoke all on function contact_files_of(bigint) from public;
revoke all on function receive_messages_with_files(jsonb) from public;
do $$
declare
  visitor text;
begin
  foreach visitor in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = visitor) then
      execute format('revoke all on contact_files from %I', visitor);
      execute format('revoke all on function contact_files_of(bigint) from %I', visitor);
      execute format('revoke all on function receive_messages_with_files(jsonb) from %I', visitor);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, insert, update, delete on contact_files to service_role;
    grant execute on function contact_files_of(bigint) to service_role;
    grant execute on function receive_messages_with_files(jsonb) to service_role;
  end if;
end
$$;
