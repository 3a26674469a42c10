import { robots as robotsSettings } from '../site/robots.ts';
import type { Site } from '../site/site.ts';
import { truncate } from '../diagnostics/wording.ts';
import { formatFlowValue } from '../yaml/quoting.ts';

type Robots = Site['robots'];

/**
 * Converts a `robots.txt` to the setting `robots`. `others` contains the lines for which the setting has no equivalent.
 */
function readRobots(text: string): { robots: Robots; others: string[] } {
  const [block, disallow, otherLines] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let names: string[] = [];
  let isGroupHeader = false;
  for (const rawLine of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const line = rawLine.replace(/\s*#.*$/, '').trim();
    const [, key = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      names = isGroupHeader ? [...names, value] : [value];
      isGroupHeader = true;
      continue;
    }
    if (line !== '') isGroupHeader = false;
    // Skip lines that have no effect or that the build writes anyway.
    if (line === '' || name === 'sitemap' || (name === 'allow' && value === '/') || value === '') {
      if (line !== '' && key === '') otherLines.add(line);
      continue;
    }
    const isForAllRobots = names.length === 1 && names[0] === '*';
    const isForNamedRobots = names.length > 0 && !names.includes('*');
    if (name === 'disallow' && isForAllRobots) disallow.add(value);
    else if (name === 'disallow' && value === '/' && isForNamedRobots)
      for (const name of names) block.add(name);
    else otherLines.add(line);
  }
  const { block: name, disallow: path } = robotsSettings.shape;
  const isValidValue = (field: typeof name, value: string) => field.safeParse([value]).success;
  for (const [values, field] of [
    [block, name],
    [disallow, path],
  ] as const)
    for (const value of values)
      if (!isValidValue(field, value)) {
        values.delete(value);
        otherLines.add(value);
      }
  return { robots: { block: [...block], disallow: [...disallow] }, others: [...otherLines] };
}

/** Returns advice to replace a `robots.txt` with the `robots` setting in `_site.yaml`. */
export function createRobotsAdvice(text: string, currentRobots: Robots | undefined): string {
  const { robots, others } = readRobots(text);
  const directives = {
    block: [...new Set([...(currentRobots?.block ?? []), ...robots.block])],
    disallow: [...new Set([...(currentRobots?.disallow ?? []), ...robots.disallow])],
  };
  const nonEmptyDirectives = Object.fromEntries(
    Object.entries(directives).filter(([, values]) => values.length > 0),
  );
  const hasRules = robots.block.length + robots.disallow.length > 0;
  const replaceAdvice = hasRules
    ? `delete the file, and write \`robots: ${formatFlowValue(nonEmptyDirectives)}\` in \`_site.yaml\``
    : 'delete the file: the build writes one that lists the sitemap and lets robots crawl everything; to ' +
      'restrict them, write `robots: { block: [GPTBot], disallow: [/internal/] }` in `_site.yaml`';
  if (others.length === 0) return replaceAdvice;
  return `${replaceAdvice}; there is no setting for ${others.map((line) => `\`${truncate(line)}\``).join(', ')}`;
}
