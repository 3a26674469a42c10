import { checkFileName } from '../check/file-names.ts';
import { foldText } from '../site/search-format.ts';
import { MoveRefused } from './move-refused.ts';

/** Throws `MoveRefused` if an address is not valid for a page, or for a folder with pages. */
export function assertPageAddress(address: string, isFolder = false): void {
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address)) {
    const normalized = normalizeRoute(address);
    throw new MoveRefused(
      address,
      'cannot be the address of a page: only lower-case letters, digits, hyphens and slashes are allowed',
      normalized === '/' ? 'Write an address such as `/about/us`.' : `Write \`${normalized}\`.`,
    );
  }
  if (address === '/404') throw new MoveRefused(address, 'is reserved for the error page', '');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [problem] = checkFileName({ path, file: path, text: '' }, undefined);
  if (problem)
    throw new MoveRefused(
      address,
      `cannot be the address of a page: ${problem.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  if (isFolder && address === '/')
    throw new MoveRefused(address, 'is the address of the home page', 'Move the pages one by one.');
}

/** Returns the valid route that the author probably meant by an invalid one. */
export function normalizeRoute(address: string): string {
  const normalized = foldText(address.replace(/\.(ya?ml|html?)$/i, ''))
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')
    .replaceAll(/\/{2,}/g, '/');
  return /^\/?pages\//.test(normalized) ? normalized.replace(/^\/?pages/, '') : normalized;
}

/** Returns the path of the page file for a new route. If the old file was an `index.yaml`, so is the new file. */
export function toPageFile(route: string, oldPath: string): string {
  if (route === '/') return 'index.yaml';
  return `${route.slice(1)}${/(?:^|\/)index\.ya?ml$/i.test(oldPath) ? '/index' : ''}.yaml`;
}
