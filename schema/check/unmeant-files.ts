import type { Assets } from '../fields/source-file.ts';
import { type Diagnostic, fileDiagnostic } from '../diagnostics/diagnostic.ts';

/** Names of files that lie in a folder by mistake, and what they are. */
const kinds: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|p12|pfx|ppk|jks|kdbx?)|\.?htpasswd|\.?netrc)$/i,
    'a key or a password',
  ],
  [
    /^(?:.*\.env(?:\..+)?|env|(?:credentials|secrets?)\.(?:json|ya?ml|txt)|wp-config\..*)$/i,
    'settings with passwords',
  ],
  [
    /\.(?:sql|sqlite3?|db3?|mdb|dump|bak|backup)(?:\.(?:gz|zip|bz2|xz|7z))?$/i,
    'the copy of a database or a backup',
  ],
  [
    /(?:~|\.(?:sw[op]|tmp|orig|rej|old|part|crdownload))$|^[~#]|^(?:Thumbs\.db|desktop\.ini)$/i,
    'what a program has left',
  ],
  [/\.log(?:\.\d+)?$/i, 'the log of a program'],
];

/** A Keynote presentation has the same ending. */
const isSmallKey = (name: string, size = 0): boolean => /\.key$/i.test(name) && size < 20_000;

const script = /<script\b|<[^>]*\son\w+\s*=|\bjavascript:/i;

/** Names that Windows reserves, with any ending, and signs and ends that it does not allow. */
const notOnWindows = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)|[<>:"|?*\\]|[. ]$/i;

export const notForWindows = 'Windows cannot hold a file of this name, so nobody can work on the site there';

/** Whether a part of a path cannot be a name on Windows. */
export const isNotForWindows = (path: string): boolean =>
  path.split('/').some((name) => notOnWindows.test(name));

/** Warns of files in `public/` that hardly anybody means to publish, unless the site refers to them. */
export function unmeantFiles({ files, sizes, documents }: Assets, used: ReadonlySet<string>): Diagnostic[] {
  return [...files].flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const text = documents?.get(path);
    const [, what] = isSmallKey(name, sizes?.get(path))
      ? (kinds[0] ?? [])
      : (kinds.find(([one]) => one.test(name)) ?? []);
    const warn = (rule: 'unmeant-file' | 'windows-name', message: string, advice: string) =>
      fileDiagnostic(`public${path}`, rule, message, advice);
    return [
      ...(what === undefined || used.has(path)
        ? []
        : [
            warn(
              'unmeant-file',
              `everybody can read this file, which looks like ${what}`,
              'delete it here, and change what was secret if it was published; if it is meant, link it from a page',
            ),
          ]),
      ...(text === undefined || used.has(path) || !script.test(text)
        ? []
        : [
            warn(
              'unmeant-file',
              'this page runs scripts, which may do what they like in the name of the site',
              'delete it, or leave its scripts out; if it is meant, link it from a page',
            ),
          ]),
      ...(isNotForWindows(path) ? [warn('windows-name', notForWindows, 'give it another name')] : []),
    ];
  });
}
