import type { HeaderRule } from './response-headers.ts';

/** What Cloudflare Pages takes; Netlify takes more. */
const longestLine = 2000;

/** Header rules in the form that Netlify and Cloudflare Pages read. */
export function headersFile(rules: readonly HeaderRule[]): string {
  const lines = rules.flatMap(({ path, headers }) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const long = lines.find((line) => line.length > longestLine);
  if (long !== undefined)
    throw new Error(
      `A header of ${long.length} characters is more than hosts take: ${long.slice(0, 200)}… ` +
        'Scripts that stand in pages must be one and the same for every page.',
    );
  return lines.map((line) => `${line}\n`).join('');
}

/** Reads what `headersFile` has written. */
export function readHeadersFile(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name, value] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) rules.push({ path: line, headers: {} });
    else Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
  }
  return rules;
}
