import type { Assets } from '../fields/source-file.ts';
import { type Diagnostic, createFileDiagnostic } from '../diagnostics/diagnostic.ts';

/** Patterns of file names that are usually published by mistake, each with a description. */
const unintendedKinds: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|p12|pfx|ppk|jks|kdbx?)|\.?htpasswd|\.?netrc)$/i,
    'a key or a password',
  ],
  [
    /^(?:.*\.env(?:\..+)?|env|(?:credentials|secrets?)\.(?:json|ya?ml|txt)|wp-config\..*)$/i,
    'settings with passwords',
  ],
  [/\.(?:sql|sqlite3?|db3?|mdb|dump|bak|backup)(?:\.(?:gz|zip|bz2|xz|7z))?$/i, 'a database or a backup'],
  [
    /(?:~|\.(?:sw[op]|tmp|orig|rej|old|part|crdownload))$|^[~#]|^(?:Thumbs\.db|desktop\.ini)$/i,
    'a temporary file',
  ],
  [/\.log(?:\.\d+)?$/i, 'a log'],
];

/**
 * Returns whether a file may be a private key. Keynote presentations also have the extension `.key`, but are larger.
 */
const isPrivateKey = (name: string, size = 0): boolean => /\.key$/i.test(name) && size < 20_000;

const scriptPattern = /<script\b|<[^>]*\son\w+\s*=|\bjavascript:/i;

/** Matches file names that Windows does not allow, such as `con.svg`, `a:b.svg` or `name.`. */
const invalidWindowsName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)|[<>:"|?*\\]|[. ]$/i;

export const windowsNameMessage = 'Windows does not allow this file name, so the site cannot be edited there';

/** Returns whether any segment of a path is an invalid file name on Windows. */
export const isInvalidOnWindows = (path: string): boolean =>
  path.split('/').some((name) => invalidWindowsName.test(name));

/** Reports files in `public/` that are probably not meant for visitors, unless the site refers to them. */
export function checkUnintendedFiles(
  { files, sizes, documents }: Assets,
  usedFiles: ReadonlySet<string>,
): Diagnostic[] {
  return [...files].flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const text = documents?.get(path);
    const [, description] = isPrivateKey(name, sizes?.get(path))
      ? (unintendedKinds[0] ?? [])
      : (unintendedKinds.find(([pattern]) => pattern.test(name)) ?? []);
    const warn = (rule: 'unintended-file' | 'windows-name', message: string, advice: string) =>
      createFileDiagnostic(`public${path}`, rule, message, advice);
    return [
      ...(description === undefined || usedFiles.has(path)
        ? []
        : [
            warn(
              'unintended-file',
              `anyone can read this file, which looks like ${description}`,
              'delete this file, and change any password or key that it made public; if visitors should have it, link to it from a page',
            ),
          ]),
      ...(text === undefined || usedFiles.has(path) || !scriptPattern.test(text)
        ? []
        : [
            warn(
              'unintended-file',
              'this page runs JavaScript, which has full access to your site',
              'delete this page, or remove its JavaScript; if visitors should reach it, link to it from another page',
            ),
          ]),
      ...(isInvalidOnWindows(path) ? [warn('windows-name', windowsNameMessage, 'rename it')] : []),
    ];
  });
}
