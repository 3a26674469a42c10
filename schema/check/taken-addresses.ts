import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileDiagnostic, keptAddress } from './file-names.ts';
import type { WrittenAddresses } from './written-addresses.ts';

/** What may be the address of something that the build writes: most files need no closer look. */
const suspicious = [
  /^\/(?:assets|functions|_headers|_redirects)(?:\/|$)/,
  /\.(?:html|json|png|xml|txt|ics|conf|webmanifest)(?:\/|$)/,
  /\/[a-z0-9-]+$/,
];

/** Files and folders of `public/` at the addresses of what the build writes, or in its way. */
export function takenAddresses(addresses: Iterable<string>, written: WrittenAddresses): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const address of addresses) {
    if (!suspicious.some((one) => one.test(address))) continue;
    const steps = address.split('/').slice(1);
    for (const at of steps.keys()) {
      const path = `/${steps.slice(0, at + 1).join('/')}`;
      const one = takenBy(path, at < steps.length - 1, written);
      if (!one) continue;
      found.set(path, one);
      break;
    }
  }
  return [...found.values()];
}

function takenBy(path: string, isFolder: boolean, written: WrittenAddresses): Diagnostic | undefined {
  const what = isFolder ? 'folder' : 'file';
  const tell = (message: string) =>
    fileDiagnostic(`public${path}`, 'same-address', message, `give the ${what} another name, or delete it`);
  const kept = keptAddress(path);
  if (kept !== undefined) return tell(kept);
  const writer = written.at(path);
  if (writer !== undefined) return tell(`this ${what} has the address of ${writer}, \`${path}\``);
  if (isFolder || !/^(?:\/[a-z0-9-]+)+$/.test(path)) return undefined;
  const below = written.pageBelow(path);
  return below === undefined ? undefined : tell(`this file is where the build needs a folder, for ${below}`);
}
