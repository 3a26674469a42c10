-- Files of messages. They are deleted with their message.
create table contact_files (
  message_id bigint not null references contact_messages on delete cascade,
  place int not null,
  -- The name of the form field.
  field text not null,
  name text not null,
  kind text not null,
  size int not null,
  content bytea not null,
  primary key (message_id, place)
);
-- Photos and documents are compressed already.
alter table contact_files alter column content set storage external;
alter table contact_files enable row level security;

create function attach_contact_files(message bigint, files jsonb) returns void
language sql
set search_path = public, pg_temp
as $$
  insert into contact_files (message_id, place, field, name, kind, size, content)
  select
    message, place, file ->> 'field', file ->> 'name', file ->> 'kind', (file ->> 'size')::int,
    decode(file ->> 'content', 'base64')
  from jsonb_array_elements(files) with ordinality as attached (file, place)
$$;

-- The files of a message with their content.
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

-- Rights, as in the first migration.
do $$
declare
  functions text := 'attach_contact_files(bigint, jsonb), contact_files_of(bigint)';
  visitor text;
begin
  for visitor in
    select 'public' union all select rolname from pg_roles where rolname in ('anon', 'authenticated')
  loop
    execute format('revoke all on contact_files from %s', visitor);
    execute format('revoke all on function %s from %s', functions, visitor);
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, insert, update, delete on contact_files to service_role;
    execute format('grant execute on function %s to service_role', functions);
  end if;
end
$$;
