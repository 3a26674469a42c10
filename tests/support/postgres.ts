import postgres from 'postgres';
import type { CallFunction } from '../../supabase/functions/send-contact-email/database.ts';
import { isPostgresHere, migrate, type PostgresServer } from './postgres-server.ts';

/** Whether tests with PostgreSQL run. If the variable demands them, they fail without it. */
export const hasPostgres = isPostgresHere || process.env['PAGEWRIGHT_NEEDS_POSTGRES'] !== undefined;
if (!hasPostgres)
  process.stderr.write('PostgreSQL is not installed here, so its tests are skipped (Debian: postgresql).\n');

/** The roles of a Supabase project. */
const roles = `
  do $$ begin
    create role anon; create role authenticated; create role service_role bypassrls;
  exception when duplicate_object then null; end $$;`;
/** Older projects grant rights to every new object, newer ones do not. */
const olderGrants = `
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;`;

const grantsOf = { newer: '', older: olderGrants };

/** Creates a database like that of a Supabase project, with the migrations of this project. */
export async function migratedDatabase(
  server: PostgresServer,
  name: string,
  grants: keyof typeof grantsOf = 'newer',
): Promise<{ url: string; sql: postgres.Sql; warnings: string[] }> {
  const url = await server.create(name);
  const warnings: string[] = [];
  const sql = postgres(url, { max: 4, onnotice: ({ message }) => void warnings.push(String(message)) });
  await sql.unsafe(roles + grantsOf[grants]);
  await migrate(sql);
  return { url, sql, warnings };
}

/** Calls functions of the database with a role, as PostgREST does. */
export const callAs =
  (role: string, sql: postgres.Sql): CallFunction =>
  async (name, args) => {
    const parameters = Object.keys(args).map((parameter, index) => `"${parameter}" => $${index + 1}`);
    const [row] = await sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`);
      // The driver serializes what the migrations accept.
      const values = Object.values(args) as never[];
      return transaction.unsafe(`select "${name}"(${parameters.join()}) as result`, values);
    });
    return row?.['result'];
  };
