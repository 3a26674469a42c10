-- What somebody who looks after the messages wrote at it, such as "answered".
alter table contact_messages add column mark text;

-- Deletes what is older than a year, once a day, where the project has pg_cron.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    raise notice 'Without pg_cron no message is deleted by itself: delete those older than a year by other means.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule(
    'delete old contact messages',
    '17 3 * * *',
    $job$ delete from public.contact_messages where received_at < now() - interval '12 months' $job$
  );
exception
  -- It is there, but not loaded, or serves another database of the same server.
  when others then
    raise warning 'pg_cron cannot be used here (%), so no message is deleted by itself: delete those older than a year by other means.', sqlerrm;
end
$$;
