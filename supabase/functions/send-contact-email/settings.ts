type Variable = (name: string) => string | undefined;

/** The values of the environment variables that the function requires. */
interface RequiredSettings {
  /** The URL of the Supabase project. */
  project: string;
  /** The URL of the project's database. */
  database: string;
  /** The URL of the site. */
  site: string;
}

/** Reads the required variables. Throws an error that lists all missing ones. */
export function readRequiredSettings(variable: Variable): RequiredSettings {
  const project = variable('SUPABASE_URL')?.replace(/\/+$/, '') ?? '';
  const database = variable('DATABASE_URL') || variable('SUPABASE_DB_URL') || '';
  const site = variable('SITE_URL')?.replace(/\/+$/, '') ?? '';
  const missingVariables = [
    ...(project === '' ? ['SUPABASE_URL'] : []),
    ...(database === '' ? ['SUPABASE_DB_URL'] : []),
    ...(site === '' ? ['SITE_URL'] : []),
  ];
  if (missingVariables.length > 0)
    throw new Error(
      `The function does not start: ${missingVariables.join(', ')} must be set (\`supabase secrets set\`).`,
    );
  for (const [name, url] of Object.entries({ SUPABASE_URL: project, SITE_URL: site }))
    if (toOrigin(url) === undefined)
      throw new Error(
        `The function does not start: ${name} must be a URL like https://example.org, not \`${url}\`.`,
      );
  return { project, database, site };
}

/**
 * Returns the origin of a URL, or `undefined` if the URL is invalid. The check is stricter than URL parsers, which
 * allow `*` in a host or a `;` before a second URL.
 */
const toOrigin = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:/i.test(url) && /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/.test(new URL(url).hostname)
    ? new URL(url).origin
    : undefined;

/** Matches text that may contain more than one origin. */
const severalOrigins = /[;|@]|:\/\/.*:\/\//;

/** Parses a variable such as `ALLOWED_ORIGINS`. Throws `createError(message)` for an item that is not an origin. */
export function parseOrigins(originList: string, createError: (message: string) => Error): string[] {
  return originList
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((url) => {
      const origin = toOrigin(url);
      if (origin === undefined || severalOrigins.test(url))
        throw createError(
          `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${url}\`.` +
            (severalOrigins.test(url) ? ' Separate two URLs with a comma.' : ''),
        );
      return origin;
    });
}

/**
 * Returns a function that tests whether an origin is that of the site or in `ALLOWED_ORIGINS`. Throws if an item of the
 * list is not an origin.
 */
export function createOriginTest(site: string, originList = ''): (origin: string) => boolean {
  const otherOrigins = parseOrigins(originList, (text) => new Error(`The function does not start: ${text}`));
  const allowed = [toOrigin(site), ...otherOrigins];
  return (origin) => allowed.includes(origin);
}

/**
 * Returns the problem with the first invalid variable for email addresses, or `undefined` if all variables are valid.
 */
export function findMailAddressProblem(variable: Variable): string | undefined {
  const invalidVariable = ['MAIL_TO', 'MAIL_FROM'].find(
    (name) => !isMailAddressList(variable(name) || 'a@b'),
  );
  return (
    invalidVariable &&
    `${invalidVariable} must be an email address like post@example.org, not \`${variable(invalidVariable)}\`.`
  );
}

/**
 * Returns whether text is a list of one or more email addresses, with or without names: `Harbour
 * <desk@harbour.example>`.
 */
const isMailAddressList = (originList: string) =>
  originList
    .replaceAll(/"[^"]*"/g, '')
    .split(',')
    .every((address) => /^\s*(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)\s*$/.test(address));
