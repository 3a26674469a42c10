type Variable = (name: string) => string | undefined;

/** What the function cannot do without. */
interface NeededSecrets {
  /** The URL of the Supabase project. */
  project: string;
  /** The URL of its database. */
  database: string;
  /** The URL of the site. */
  site: string;
}

/** Reads them. Throws with a list of all that are missing. */
export function neededSecrets(variable: Variable): NeededSecrets {
  const project = variable('SUPABASE_URL')?.replace(/\/+$/, '') ?? '';
  const database = variable('DATABASE_URL') || variable('SUPABASE_DB_URL') || '';
  const site = variable('SITE_URL')?.replace(/\/+$/, '') ?? '';
  const missing = [
    ...(project === '' ? ['SUPABASE_URL'] : []),
    ...(database === '' ? ['SUPABASE_DB_URL'] : []),
    ...(site === '' ? ['SITE_URL'] : []),
  ];
  if (missing.length > 0)
    throw new Error(
      `The function does not start: ${missing.join(', ')} must be set (\`supabase secrets set\`).`,
    );
  for (const [name, url] of Object.entries({ SUPABASE_URL: project, SITE_URL: site }))
    if (urlOrigin(url) === undefined)
      throw new Error(
        `The function does not start: ${name} must be a URL like https://example.org, not \`${url}\`.`,
      );
  return { project, database, site };
}

/** A host may have many signs in a URL that none has, such as a `*` or the `;` before a second URL. */
const urlOrigin = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:/i.test(url) && /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/.test(new URL(url).hostname)
    ? new URL(url).origin
    : undefined;

/** What follows an origin may be a second one. */
const isSeveral = /[;|@]|:\/\/.*:\/\//;

/** The origins of a variable such as `ALLOWED_ORIGINS`. Throws what `fault` makes of an entry that is none. */
export function listedOrigins(written: string, fault: (message: string) => Error): string[] {
  return written
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((url) => {
      const origin = urlOrigin(url);
      if (origin === undefined || isSeveral.test(url))
        throw fault(
          `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${url}\`.` +
            (isSeveral.test(url) ? ' Write a comma between two.' : ''),
        );
      return origin;
    });
}

/** Allows the site and the origins that `ALLOWED_ORIGINS` lists. Throws if an entry is no origin. */
export function allowedOrigins(site: string, written = ''): (origin: string) => boolean {
  const others = listedOrigins(written, (text) => new Error(`The function does not start: ${text}`));
  const allowed = [urlOrigin(site), ...others];
  return (origin) => allowed.includes(origin);
}

/** Why variables with addresses of mail cannot be used. */
export function mailAddressProblem(variable: Variable): string | undefined {
  const wrong = ['MAIL_TO', 'MAIL_FROM'].find((name) => !isMailAddresses(variable(name) || 'a@b'));
  return wrong && `${wrong} must be an address like post@example.org, not \`${variable(wrong)}\`.`;
}

/** One address or several, each alone or with a name: `Harbour <desk@harbour.example>`. */
const isMailAddresses = (written: string) =>
  written
    .replaceAll(/"[^"]*"/g, '')
    .split(',')
    .every((one) => /^\s*(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)\s*$/.test(one));
