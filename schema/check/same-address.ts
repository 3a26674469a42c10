import { memoize } from '../base/cache.ts';
import { decodePercent, nameKey, onlyOne, possibleSlip } from '../diagnostics/same-name.ts';
import type { closedListLabels } from '../diagnostics/diagnostic.ts';
import type { Names } from './site-graph.ts';

type Labels = ReturnType<typeof closedListLabels> & { note?: string };

/** Caches suggestions: after a folder is renamed, many links are dead at once, and each is checked twice. */
const labelsByNames = new WeakMap<Names, Map<string, Labels>>();

/** Computes the suggestions for a missing name only once. `kind` distinguishes subsets of the candidates. */
export function labelsOnce(value: string, candidates: Names, kind: string, compute: () => Labels): Labels {
  const labels = labelsByNames.get(candidates) ?? new Map<string, Labels>();
  labelsByNames.set(candidates, labels);
  const key = `${kind} ${value}`;
  const found = labels.get(key) ?? compute();
  labels.set(key, found);
  return found;
}

/** Finds the route with the same name in another spelling, without an extension, or in another folder. */
export function sameRoute(value: string, routes: Names): string | undefined {
  return sameAddress(value.replace(pageEndings, '').replace(/\/index$/i, ''), [...routes])?.address;
}

/** Finds the route that differs only by a typing error. */
export const routeOfSlip = (value: string, routes: Names): string | undefined =>
  possibleSlip(value.replace(pageEndings, ''), routes);

const pageEndings = /\.(html?|ya?ml|php|aspx?|md)$/i;

/** Finds the file with the same name, and describes the difference. */
export function sameFile(
  value: string,
  files: readonly string[],
): { file: string; note: string } | undefined {
  const same = sameAddress(value, files);
  return same && { file: same.address, note: `found \`public${same.address}\`, which ${same.difference}` };
}

/** Finds the candidate with the smallest difference. Returns `undefined` if several have the same difference. */
function sameAddress(
  value: string,
  candidates: readonly string[],
): { address: string; difference: string } | undefined {
  const plain = decodePercent(value).normalize();
  const low = plain.toLowerCase();
  const written = stepsOf(value);
  const all = candidates.map((address) => ({ address, steps: stepsOf(address) }));
  const isSame = (steps: readonly string[], others: readonly string[]) =>
    steps.length === others.length && steps.every((step, at) => step === others[at]);
  const differences: [difference: string, isLike: (candidate: (typeof all)[number]) => boolean][] = [
    ['is the same without codes such as `%20`', ({ address }) => address === plain],
    ['differs only in capital letters', ({ address }) => address.toLowerCase() === low],
    ['differs only in its spelling', ({ steps }) => isSame(steps, written)],
    [
      'has the same name but another extension',
      ({ steps }) => isSame(withoutEnding(steps), withoutEnding(written)),
    ],
    [
      'has the same name but is in another folder',
      ({ steps }) => steps.at(-1) === written.at(-1) && isMoved(written.slice(0, -1), steps.slice(0, -1)),
    ],
  ];
  for (const [difference, isLike] of differences) {
    const found = all.filter(isLike);
    const one = onlyOne(found);
    if (one) return { address: one.address, difference };
    if (found.length > 0) return undefined;
  }
  return undefined;
}

/** Folders with generic names. Others matter: `/2025/report.pdf` is not `/2026/report.pdf`. */
const plainFolders = new Set(
  (
    'about assets content docs documents download downloads file files films graphics home icons image images ' +
    'img info logo logos media page pages photo photos pics picture pictures public site static upload uploads ' +
    'video videos'
  ).split(' '),
);

/** Returns whether paths differ only in generic folders. `/team/anna/photo.svg` is not `/team/photo.svg`. */
function isMoved(written: readonly string[], folders: readonly string[]): boolean {
  let at = 0;
  const added = new Set(folders.keys());
  for (const folder of written) {
    const next = folders.indexOf(folder, at);
    if (next === -1 && !plainFolders.has(folder)) return false;
    if (next !== -1) added.delete(next);
    at = next === -1 ? at : next + 1;
  }
  return [...added].every((index) => plainFolders.has(folders[index] ?? ''));
}

const stepsOf = memoize(20_000, (path): readonly string[] =>
  path
    .trim()
    .replace(/^https?:\/\/[^/]+/i, '')
    .replaceAll(/^[./]+|\/+$/g, '')
    .replace(/\.(jpe?g|jfif)$/i, '.jpg')
    .split('/')
    .map(nameKey),
);
const withoutEnding = (steps: readonly string[]) =>
  steps.map((step, at) => (at === steps.length - 1 ? step.replace(/\.[a-z]\w{1,4}$/, '') : step));
