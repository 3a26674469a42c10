-- Takes out what is due; nobody else gets it for two minutes. They are told one after the other: the second is left
-- alone for twice as long, as it may have to wait for the first, and of more the last would be due again before it is
-- begun. Two and not one, so that one that is refused does not stop all that are due behind it.
create or replace function claim_contact_notices() returns jsonb
language sql
set search_path = public, pg_temp
as $$
  with next as (
    select id from contact_outbox
    where delivered_at is null and next_at <= clock_timestamp()
    order by id limit 2 for update skip locked
  ),
  due as (
    update contact_outbox o
    set attempts = attempts + 1, next_at = clock_timestamp() + interval '2 minutes' * placed.place
    from (select id, row_number() over (order by id) as place from next) as placed
    where o.id = placed.id
    returning o.id, message_id, day, words
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', due.id,
    'key', coalesce(m.key, 'limit-' || due.day, 'message-' || m.id),
    'words', due.words,
    'message', case when m.id is not null then contact_message(m) end
  ) order by due.id), '[]')
  from due left join contact_messages m on m.id = due.message_id
$$;
