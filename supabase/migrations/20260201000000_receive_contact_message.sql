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
  );
  return 'stored';
end
$$;

-- Whatever a project grants to new tables and functions by itself: visitors have none of it.
revoke all on contact_messages, contact_arrivals from public;
revoke all on function receive_contact_message(jsonb) from public;
do $$
declare
  visitor text;
begin
  foreach visitor in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = visitor) then
      execute format('revoke all on contact_messages, contact_arrivals from %I', visitor);
      execute format('revoke all on function receive_contact_message(jsonb) from %I', visitor);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, insert, update, delete on contact_messages, contact_arrivals to service_role;
    grant execute on function receive_contact_message(jsonb) to service_role;
  end if;
end
$$;
