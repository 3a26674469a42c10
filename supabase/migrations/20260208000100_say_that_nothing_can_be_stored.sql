-- Whether somebody is still to be told of what came more than an hour ago. Writes nothing, and fails where nothing
-- can be written: after a failover, or where the disk of a project is full, a database may be there only to be read.
create or replace function are_contact_notices_late() returns boolean
-- Not `stable`, though it is: Supabase would have it read only by itself then.
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'The database can only be read.';
  end if;
  return exists (
    select from contact_outbox o join contact_messages m on m.id = o.message_id
    where o.delivered_at is null and m.received_at < clock_timestamp() - interval '1 hour'
  );
end
$$;
