-- Takes out what is due first; nobody else gets it for two minutes. One at a time, as they are told one after the
-- other: where a mail server is slow, the last of ten would be due again before anybody has begun with it.
create or replace function claim_contact_notices() returns jsonb
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
