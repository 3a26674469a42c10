import { memoize } from '../base/cache.ts';
import { decodePercent, toNameKey, getSingleItem, findTypo } from '../diagnostics/same-name.ts';
import type { createChoiceLabels } from '../diagnostics/diagnostic.ts';
import type { NameSet } from './site-graph.ts';

type Labels = ReturnType<typeof createChoiceLabels> & { note?: string };

/** Cached suggestions. If a folder was renamed, many links are broken at once, and each link is checked twice. */
const labelsByNames = new WeakMap<NameSet, Map<string, Labels>>();

/**
 * Returns the suggestions for a missing name, from the cache if possible. `kind` is part of the cache key, because
 * different kinds of names have different suggestions.
 */
export function memoizeLabels(
  value: string,
  candidates: NameSet,
  kind: string,
  compute: () => Labels,
): Labels {
  const labels = labelsByNames.get(candidates) ?? new Map<string, Labels>();
  labelsByNames.set(candidates, labels);
  const key = `${kind} ${value}`;
  const result = labels.get(key) ?? compute();
  labels.set(key, result);
  return result;
}

/** Finds the route that differs only in spelling, in its extension or in its folder. */
export function findSameRoute(value: string, routes: NameSet): string | undefined {
  return findSameAddress(value.replace(pageExtensions, '').replace(/\/index$/i, ''), [...routes])?.address;
}

/** Finds the route that differs only in a typing error. */
export const findMistypedRoute = (value: string, routes: NameSet): string | undefined =>
  findTypo(value.replace(pageExtensions, ''), routes);

const pageExtensions = /\.(html?|ya?ml|php|aspx?|md)$/i;

/** Finds the file that has the same name in a different spelling or folder, and describes the difference. */
export function findSameFile(
  value: string,
  files: readonly string[],
): { file: string; note: string } | undefined {
  const sameAddress = findSameAddress(value, files);
  return (
    sameAddress && {
      file: sameAddress.address,
      note: `found \`public${sameAddress.address}\`, which ${sameAddress.difference}`,
    }
  );
}

/** Finds the candidate that differs least. Returns `undefined` if several candidates differ equally little. */
function findSameAddress(
  value: string,
  candidates: readonly string[],
): { address: string; difference: string } | undefined {
  const decodedValue = decodePercent(value).normalize();
  const lowerCaseValue = decodedValue.toLowerCase();
  const targetSteps = toSteps(value);
  const parsedCandidates = candidates.map((address) => ({ address, steps: toSteps(address) }));
  const isSame = (steps: readonly string[], otherSteps: readonly string[]) =>
    steps.length === otherSteps.length && steps.every((step, index) => step === otherSteps[index]);
  const differences: [
    difference: string,
    isLike: (candidate: (typeof parsedCandidates)[number]) => boolean,
  ][] = [
    ['is the same without codes such as `%20`', ({ address }) => address === decodedValue],
    ['differs only in capital letters', ({ address }) => address.toLowerCase() === lowerCaseValue],
    ['differs only in its spelling', ({ steps }) => isSame(steps, targetSteps)],
    [
      'has the same name but another extension',
      ({ steps }) => isSame(removeExtension(steps), removeExtension(targetSteps)),
    ],
    [
      'has the same name but is in another folder',
      ({ steps }) =>
        steps.at(-1) === targetSteps.at(-1) &&
        hasOnlyPlainDifferences(targetSteps.slice(0, -1), steps.slice(0, -1)),
    ],
  ];
  for (const [difference, hasDifference] of differences) {
    const matches = parsedCandidates.filter(hasDifference);
    const match = getSingleItem(matches);
    if (match) return { address: match.address, difference };
    if (matches.length > 0) return undefined;
  }
  return undefined;
}

/**
 * Generic folder names, which do not distinguish files. Other names do: `/2025/report.pdf` and `/2026/report.pdf` are
 * different files.
 */
const plainFolders = new Set(
  (
    'about assets content docs documents download downloads file files films graphics home icons image images ' +
    'img info logo logos media page pages photo photos pics picture pictures public site static upload uploads ' +
    'video videos'
  ).split(' '),
);

/** Returns whether the folders of two paths differ only in generic names such as `images`. */
function hasOnlyPlainDifferences(targetFolders: readonly string[], folders: readonly string[]): boolean {
  let index = 0;
  const addedIndexes = new Set(folders.keys());
  for (const folder of targetFolders) {
    const next = folders.indexOf(folder, index);
    if (next === -1 && !plainFolders.has(folder)) return false;
    if (next !== -1) addedIndexes.delete(next);
    index = next === -1 ? index : next + 1;
  }
  return [...addedIndexes].every((index) => plainFolders.has(folders[index] ?? ''));
}

const toSteps = memoize(20_000, (path): readonly string[] =>
  path
    .trim()
    .replace(/^https?:\/\/[^/]+/i, '')
    .replaceAll(/^[./]+|\/+$/g, '')
    .replace(/\.(jpe?g|jfif)$/i, '.jpg')
    .split('/')
    .map(toNameKey),
);
const removeExtension = (steps: readonly string[]) =>
  steps.map((step, index) => (index === steps.length - 1 ? step.replace(/\.[a-z]\w{1,4}$/, '') : step));
