import { nearest, suggest } from '../diagnostics/did-you-mean.ts';
import type { Names } from './site-graph.ts';

/** The page an author most likely meant by an address that does not exist. */
export function nearestRoute(written: string, addresses: Names): string | undefined {
  // Endings of files and slashes are what people bring along from other systems.
  const tidy = `/${written
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\.(html?|yaml|yml|php|md)$/, '')
    .replace(/\/index$/, '')
    .replaceAll(/[\s_]+/g, '-')
    .replaceAll(/^[./]+|\/+$/g, '')}`;
  if (addresses.has(tidy)) return tidy;
  const close = suggest(tidy, addresses);
  if (close !== undefined) return close;
  const last = lastStep(tidy);
  if (last === '') return undefined;
  const moved = [...addresses].filter((address) => lastStep(address) === last);
  if (moved.length > 0) return nearest(tidy, moved, 1)[0];
  const lasts = new Map(
    [...addresses]
      .filter((address) => lastStep(address) !== '')
      .map((address) => [lastStep(address), address]),
  );
  const best = suggest(last, lasts.keys());
  return best === undefined ? undefined : lasts.get(best);
}

/** The file an author most likely meant, and what is different about it. */
export function nearestFile(
  written: string,
  files: readonly string[],
): { file: string; note: string } | undefined {
  const found = (file: string, how: string) => ({ file, note: `found \`public${file}\`, which ${how}` });
  const low = written.toLowerCase();
  const bare = withoutEnding(low);
  const likes: [how: string, isLike: (file: string) => boolean][] = [
    ['is the same but for capital letters', (file) => file === low],
    ['has the same name but another ending', (file) => withoutEnding(file) === bare],
    ['has the same name but lies in another folder', (file) => lastStep(file) === lastStep(low)],
  ];
  for (const [how, isLike] of likes) {
    const file = files.find((one) => isLike(one.toLowerCase()));
    if (file !== undefined) return found(file, how);
  }
  const names = new Map(files.map((file) => [lastStep(withoutEnding(file.toLowerCase())), file]));
  const close = suggest(written, files) ?? names.get(suggest(lastStep(bare), names.keys()) ?? '');
  return close === undefined ? undefined : found(close, 'has nearly the same name');
}

const lastStep = (address: string) => address.slice(address.lastIndexOf('/') + 1);
const withoutEnding = (file: string) => file.replace(/\.\w+$/, '');
