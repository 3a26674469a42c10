import { nearest, suggest } from '../diagnostics/did-you-mean.ts';
import type { Names } from './site-graph.ts';

/** The route that was most likely meant. */
export function nearestRoute(value: string, routes: Names): string | undefined {
  // Removes extensions and slashes that other systems need.
  const normalized = `/${value
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\.(html?|yaml|yml|php|md)$/, '')
    .replace(/\/index$/, '')
    .replaceAll(/[\s_]+/g, '-')
    .replaceAll(/^[./]+|\/+$/g, '')}`;
  if (routes.has(normalized)) return normalized;
  const similar = suggest(normalized, routes);
  if (similar !== undefined) return similar;
  const last = lastStep(normalized);
  if (last === '') return undefined;
  const moved = [...routes].filter((route) => lastStep(route) === last);
  if (moved.length > 0) return nearest(normalized, moved, 1)[0];
  const lasts = new Map(
    [...routes].filter((route) => lastStep(route) !== '').map((route) => [lastStep(route), route]),
  );
  const best = suggest(last, lasts.keys());
  return best === undefined ? undefined : lasts.get(best);
}

/** The file that was most likely meant, and the difference. */
export function nearestFile(
  value: string,
  files: readonly string[],
): { file: string; note: string } | undefined {
  const match = (file: string, how: string) => ({ file, note: `found \`public${file}\`, which ${how}` });
  const low = value.toLowerCase();
  const bare = withoutEnding(low);
  const matchers: [how: string, isLike: (file: string) => boolean][] = [
    ['is the same but for capital letters', (file) => file === low],
    ['has the same name but another ending', (file) => withoutEnding(file) === bare],
    ['has the same name but lies in another folder', (file) => lastStep(file) === lastStep(low)],
  ];
  for (const [how, matches] of matchers) {
    const file = files.find((one) => matches(one.toLowerCase()));
    if (file !== undefined) return match(file, how);
  }
  const names = new Map(files.map((file) => [lastStep(withoutEnding(file.toLowerCase())), file]));
  const similar = suggest(value, files) ?? names.get(suggest(lastStep(bare), names.keys()) ?? '');
  return similar === undefined ? undefined : match(similar, 'has nearly the same name');
}

const lastStep = (route: string) => route.slice(route.lastIndexOf('/') + 1);
const withoutEnding = (file: string) => file.replace(/\.\w+$/, '');
