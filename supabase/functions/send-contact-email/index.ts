import { makeHandler } from './handler.ts';
import type { ContactMessage } from './message.ts';

// The small part of Deno used here, so that the project's own type check covers this file too.
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

/** Writes through the project's REST interface: no database driver has to start with the function. */
async function store(message: ContactMessage): Promise<void> {
  const key = serviceKey();
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/contact_messages`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Prefer: 'return=minimal',
      apikey: key,
      // Only the older kind of key is a token; the newer kind is refused as one.
      ...(key.startsWith('sb_') ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(15_000),
  });
  if (!answer.ok) throw new Error(`The database answered ${answer.status}: ${await answer.text()}`);
}

function serviceKey(): string {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? newerServiceKey();
  if (!key) throw new Error('SUPABASE_SERVICE_ROLE_KEY is not set.');
  return key;
}

/** Projects without the older keys are given a dictionary of newer ones instead. */
function newerServiceKey(): string | undefined {
  const keys: unknown = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}');
  return keys && typeof keys === 'object' && 'default' in keys ? String(keys.default) : undefined;
}

async function template(path: string): Promise<string | undefined> {
  const site = Deno.env.get('SITE_URL')?.replace(/\/+$/, '');
  if (!site) return undefined;
  const answer = await fetch(site + path, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) return undefined;
  // The page is shown under the function's address, where `/` would lead nowhere.
  return (await answer.text()).replace(
    /(\s(?:href|src|action)=["'])\/(?!\/)/g,
    (_, before: string) => `${before}${site}/`,
  );
}

Deno.serve(makeHandler({ store, template, log: (problem) => console.error(problem) }));
