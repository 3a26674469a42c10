import { nearest, suggest } from '../base/did-you-mean.ts';

/** The page an author most likely meant by an address that does not exist. */
export function nearAddress(written: string, addresses: ReadonlySet<string>): string | undefined {
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
export function nearFile(
  written: string,
  files: readonly string[],
): { file: string; note: string } | undefined {
  const low = written.toLowerCase();
  const capitals = files.find((file) => file.toLowerCase() === low);
  if (capitals !== undefined)
    return { file: capitals, note: `found \`public${capitals}\`, which is the same but for capital letters` };
  const bare = withoutEnding(low);
  const ending = files.find((file) => withoutEnding(file.toLowerCase()) === bare);
  if (ending !== undefined)
    return { file: ending, note: `found \`public${ending}\`, which has the same name but another ending` };
  const moved = files.find((file) => lastStep(file.toLowerCase()) === lastStep(low));
  if (moved !== undefined)
    return {
      file: moved,
      note: `found \`public${moved}\`, which has the same name but lies in another folder`,
    };
  const close = suggest(written, files);
  if (close !== undefined)
    return { file: close, note: `found \`public${close}\`, which has nearly the same name` };
  const names = new Map(files.map((file) => [lastStep(withoutEnding(file.toLowerCase())), file]));
  const best = suggest(lastStep(bare), names.keys());
  const file = best === undefined ? undefined : names.get(best);
  return file === undefined
    ? undefined
    : { file, note: `found \`public${file}\`, which has nearly the same name` };
}

const lastStep = (address: string) => address.slice(address.lastIndexOf('/') + 1);
const withoutEnding = (file: string) => file.replace(/\.\w+$/, '');
