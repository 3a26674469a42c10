import { addressOf, type SourceFile } from '../../schema/base/source-file.ts';
import { fileNameDiagnostics } from '../../schema/check/file-names.ts';
import { WrongUse } from '../base/command.ts';

/** The path of the file for a page that an author names by its address, if the page can be made. */
export function pathForAddress(written: string, present: readonly SourceFile[]): string {
  const address = `/${written.replaceAll(/^\/+|\/+$/g, '')}`;
  const better = tidyAddress(address);
  const wrong = (why: string, fix: string) => new WrongUse(`\`${written}\` ${why}. ${fix}`);
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address))
    throw wrong(
      'cannot be the address of a page: it may hold lower-case letters, digits, hyphens and slashes only',
      better === '/' ? 'Write one like `/about/us`.' : `Write \`${better}\`.`,
    );
  const same = present.find(({ path }) => addressOf(path) === addressOf(`${address.slice(1)}.yaml`));
  if (same) throw wrong(`is the address of ${same.file} already`, 'Nothing was written: choose another one.');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [other] = fileNameDiagnostics({ path, file: path, text: '' }, undefined);
  if (other)
    throw wrong(
      `cannot be the address of a page: ${other.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  return path;
}

/** What an author most likely meant by an address that no page can have. */
function tidyAddress(address: string): string {
  const tidy = address
    .replace(/\.(ya?ml|html?)$/i, '')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')
    .replaceAll(/\/{2,}/g, '/');
  return /^\/?pages\//.test(tidy) ? tidy.replace(/^\/?pages/, '') : tidy;
}
