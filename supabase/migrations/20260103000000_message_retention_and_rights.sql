-- Deletes messages after a year, once a day, if the project has pg_cron.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    raise notice 'There is no pg_cron, so no message is deleted automatically. Run "select delete_old_contact_messages(12)" regularly.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule(
    'delete old contact messages', '17 3 * * *', 'select public.delete_old_contact_messages(12)'
  );
exception
  -- pg_cron is not loaded, or serves another database.
  when others then
    raise warning 'pg_cron cannot be used (%), so no message is deleted automatically. Run "select delete_old_contact_messages(12)" regularly.', sqlerrm;
end
$$;

-- Projects may grant rights to new objects by default. Visitors get none, and the contact function all it needs.
do $$
declare
  tables text := 'contact_messages, contact_files, contact_arrivals, contact_outbox';
  sequences text := 'contact_messages_id_seq, contact_outbox_id_seq';
  functions text := 'receive_contact_messages(jsonb), contact_message(contact_messages), '
    'contact_messages_after(bigint, text), contact_messages_with(bigint[]), contact_files_of(bigint), '
    'mark_contact_message(bigint, text), delete_contact_messages(bigint[]), delete_old_contact_messages(int), '
    'claim_contact_notifications(), settle_contact_notification(bigint, text), retry_contact_notifications(), '
    'are_contact_notifications_late()';
  visitor text;
begin
  for visitor in
    select 'public' union all select rolname from pg_roles where rolname in ('anon', 'authenticated')
  loop
    execute format('revoke all on %s from %s', tables, visitor);
    execute format('revoke all on sequence %s from %s', sequences, visitor);
    execute format('revoke all on function %s from %s', functions, visitor);
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    execute format('grant select, insert, update, delete on %s to service_role', tables);
    execute format('grant execute on function %s to service_role', functions);
  end if;
end
$$;
