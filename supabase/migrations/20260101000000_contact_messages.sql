create table contact_messages (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  name text not null,
  email text not null,
  company text,
  message text not null,
  -- Further fields of the form, by name.
  other jsonb not null default '{}'
);

-- No policies on purpose: visitors' messages are private, and the only one to write or read them is the
-- contact function, whose service role is not bound by policies.
alter table contact_messages enable row level security;

-- Supabase no longer grants new tables to its roles by itself. The local database has no such role.
do $$
begin
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, insert on contact_messages to service_role;
  end if;
end
$$;
