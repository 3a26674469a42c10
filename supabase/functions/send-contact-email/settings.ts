type Variable = (name: string) => string | undefined;

/** The variables that the function requires. */
interface NeededSecrets {
  /** The URL of the Supabase project. */
  project: string;
  /** The URL of its database. */
  database: string;
  /** The URL of the site. */
  site: string;
}

/** Reads the required variables. Throws an error that lists all missing ones. */
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

/** Returns the origin of a URL. Stricter than URL parsers, which allow `*` in a host or a `;` before a second URL. */
const urlOrigin = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:/i.test(url) && /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/.test(new URL(url).hostname)
    ? new URL(url).origin
    : undefined;

/** Matches text that may contain a second origin. */
const isSeveral = /[;|@]|:\/\/.*:\/\//;

/** Parses a variable such as `ALLOWED_ORIGINS`. Throws `createError(message)` for an item that is not an origin. */
export function listedOrigins(written: string, fault: (message: string) => Error): string[] {
  return written
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((url) => {
      const origin = urlOrigin(url);
      if (origin === undefined || isSeveral.test(url))
        throw fault(
          `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${url}\`.` +
            (isSeveral.test(url) ? ' Separate two URLs with a comma.' : ''),
        );
      return origin;
    });
}

/** Returns a test for the origins of the site and of `ALLOWED_ORIGINS`. Throws if an item is not an origin. */
export function allowedOrigins(site: string, written = ''): (origin: string) => boolean {
  const others = listedOrigins(written, (text) => new Error(`The function does not start: ${text}`));
  const allowed = [urlOrigin(site), ...others];
  return (origin) => allowed.includes(origin);
}

/** Returns the problem of the variables with mail addresses, if any. */
export function mailAddressProblem(variable: Variable): string | undefined {
  const wrong = ['MAIL_TO', 'MAIL_FROM'].find((name) => !isMailAddresses(variable(name) || 'a@b'));
  return wrong && `${wrong} must be an address like post@example.org, not \`${variable(wrong)}\`.`;
}

/** Accepts one or several addresses, with or without a name: `Harbour <desk@harbour.example>`. */
const isMailAddresses = (written: string) =>
  written
    .replaceAll(/"[^"]*"/g, '')
    .split(',')
    .every((one) => /^\s*(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)\s*$/.test(one));
