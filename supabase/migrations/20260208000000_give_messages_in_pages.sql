-- What `npm run messages` asks for, some at a time: a list of all can be larger than one answer may be, and take
-- longer than anybody waits.

-- The next ones behind a number, all of them or those from a mail address; none where there are no more.
create function contact_messages_after(last bigint, address text) returns jsonb
language sql stable
set search_path = public, pg_temp
-- A plan made while the tables were empty would read all of them for each message later, and one for a rare
-- address all behind a number before it takes the first of them.
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  with next as (
    select m, row_number() over up_to_it as place, sum(length) over up_to_it as length
    from (
      select id, m, octet_length(m.message) + octet_length(m.other::text) as length
      from contact_messages m
      where id > last and (address is null or lower(email) = lower(address))
      order by id limit 1000
    ) as at_most
    window up_to_it as (order by id)
  )
  select coalesce(jsonb_agg(contact_message(m) order by (m).id), '[]')
  from next where place = 1 or length <= 1000000
$$;

-- Those with these numbers.
create function contact_messages_with(numbers bigint[]) returns jsonb
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
set jit = off
as $$
  select coalesce(jsonb_agg(contact_message(m) order by m.id), '[]')
  from contact_messages m where m.id = any (numbers)
$$;

-- Whatever a project grants to new functions by itself: visitors have none of it.
do $$
declare
  one text;
  visitor text;
  functions text[] := array['contact_messages_after(bigint, text)', 'contact_messages_with(bigint[])'];
begin
  foreach one in array functions loop
    execute format('revoke all on function %s from public', one);
    foreach visitor in array array['anon', 'authenticated'] loop
      if exists (select from pg_roles where rolname = visitor) then
        execute format('revoke all on function %s from %I', one, visitor);
      end if;
    end loop;
    if exists (select from pg_roles where rolname = 'service_role') then
      execute format('grant execute on function %s to service_role', one);
    end if;
  end loop;
end
$$;
