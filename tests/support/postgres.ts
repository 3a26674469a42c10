import postgres from 'postgres';
import { isPostgresHere, migrate, type PostgresServer } from './postgres-server.ts';

/** Whether a real PostgreSQL can be tried here. Where it has to be, tests fail without it. */
export const hasPostgres = isPostgresHere || process.env['PAGEWRIGHT_NEEDS_POSTGRES'] !== undefined;
if (!hasPostgres)
  process.stderr.write('PostgreSQL is not installed here, so its tests are skipped (Debian: postgresql).\n');

/** The roles of a Supabase project; the one of the visitors logs in as nobody. */
const roles = `
  do $$ begin
    create role anon; create role authenticated; create role service_role bypassrls;
  exception when duplicate_object then null; end $$;`;
/** What older projects give to everything new; newer ones give nothing. */
const olderGrants = `
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;`;

export const grantsOf = { newer: '', older: olderGrants };

/** A connection to a new database with the migrations of this project, as a Supabase project has them. */
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
