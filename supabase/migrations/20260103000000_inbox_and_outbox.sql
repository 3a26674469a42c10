-- A message as JSON, with its files but without their content.
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
  ) || (
    select case when count(*) = 0 then '{}' else jsonb_build_object('files', jsonb_agg(
      jsonb_build_object('field', f.field, 'name', f.name, 'kind', f.kind, 'size', f.size) order by f.place
    )) end
    from contact_files f where f.message_id = m.id
  )
$$;

-- A page of the messages after an id: all, or those from an email address. The last page is empty. A page has
-- at most 1,000 messages and about a megabyte of text, as one response cannot hold all messages.
create function contact_messages_after(last bigint, address text) returns jsonb
language sql stable
set search_path = public, pg_temp
-- Plans made while the tables are empty would read whole tables later, and plans for a rare address would read
-- all messages before the first page.
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  with next as (
    select m, row_number() over ordered as place, sum(length) over ordered as length
    from (
      select id, m, octet_length(m.message) + octet_length(m.other::text) as length
      from contact_messages m
      where id > last and (address is null or lower(email) = lower(address))
      order by id limit 1000
    ) as candidates
    window ordered as (order by id)
  )
  select coalesce(jsonb_agg(contact_message(m) order by (m).id), '[]')
  from next where place = 1 or length <= 1000000
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

-- Claims the next notice that is due. No other server gets it for two minutes. Only one, because a slow mail
-- server could take longer than that for several.
create function claim_contact_notices() returns jsonb
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

-- Records that a notice was sent, or why it failed. It is due again after ten seconds to six hours, for about
-- four days.
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

-- Makes failed notices due again, and counts them.
create function retry_contact_notices() returns bigint
language sql
set search_path = public, pg_temp
as $$
  with retried as (
    update contact_outbox set attempts = 0, next_at = clock_timestamp()
    where delivered_at is null and error is not null returning id
  )
  select count(*) from retried
$$;

-- Whether a notice is due for more than an hour. Writes nothing, but fails if nothing can be written: after a
-- failover, or if the disk of a project is full, a database may be read-only.
create function are_contact_notices_late() returns boolean
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

-- Rights, as in the first migration.
do $$
declare
  functions text := 'contact_message(contact_messages), contact_messages_after(bigint, text), '
    'contact_messages_with(bigint[]), mark_contact_message(bigint, text), delete_contact_messages(bigint[]), '
    'claim_contact_notices(), settle_contact_notice(bigint, text), retry_contact_notices(), '
    'are_contact_notices_late()';
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
