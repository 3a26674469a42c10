import { fileNameDiagnostics } from '../check/file-names.ts';
import { fold } from '../site/search-format.ts';
import { MoveRefused } from './move-refused.ts';

/** Throws unless an address can be that of a page, or of a folder of pages. */
export function checkPageAddress(address: string, isFolder = false): void {
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address)) {
    const tidy = normalizeRoute(address);
    throw new MoveRefused(
      address,
      'cannot be the address of a page: it may hold lower-case letters, digits, hyphens and slashes only',
      tidy === '/' ? 'Write one like `/about/us`.' : `Write \`${tidy}\`.`,
    );
  }
  if (address === '/404')
    throw new MoveRefused(address, 'is kept for the page that is shown at unknown addresses', '');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [problem] = fileNameDiagnostics({ path, file: path, text: '' }, undefined);
  if (problem)
    throw new MoveRefused(
      address,
      `cannot be the address of a page: ${problem.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  if (isFolder && address === '/')
    throw new MoveRefused(address, 'is the address of the home page', 'Move the pages one by one.');
}

/** Turns an invalid route into the valid one that the author probably means. */
export function normalizeRoute(address: string): string {
  const tidy = fold(address.replace(/\.(ya?ml|html?)$/i, ''))
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')
    .replaceAll(/\/{2,}/g, '/');
  return /^\/?pages\//.test(tidy) ? tidy.replace(/^\/?pages/, '') : tidy;
}

/** The file of a page at a new route. It stays the index of its folder if it was one. */
export function fileOfRoute(route: string, oldPath: string): string {
  if (route === '/') return 'index.yaml';
  return `${route.slice(1)}${/(?:^|\/)index\.ya?ml$/i.test(oldPath) ? '/index' : ''}.yaml`;
}
