import { addressOf, type SourceFile } from '../base/source-file.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleId } from '../rules/index.ts';

/** What is wrong with the name of a page file; `twin` is another file of the same address. */
export function fileNameDiagnostics({ path, file }: SourceFile, twin: string | undefined): Diagnostic[] {
  const address = addressOf(path);
  const rename = `rename the file to \`${tidyPath(path)}\``;
  return [
    ...(path.endsWith('.yaml')
      ? []
      : [fileDiagnostic(file, 'file-name', 'the name of a page file ends with `.yaml`', rename)]),
    ...(!/^(\/|(\/[a-z0-9-]+)+)$/.test(address)
      ? [
          fileDiagnostic(
            file,
            'file-name',
            'the path of a page becomes its address, so it may hold lower-case letters, digits and hyphens only',
            rename,
          ),
        ]
      : twin === undefined
        ? []
        : [
            fileDiagnostic(
              file,
              'same-address',
              `this page and \`${twin}\` have the same address, \`${address}\``,
              'rename or delete one of the two files',
            ),
          ]),
  ];
}

/** The fault of a folder without `_site.yaml`. */
export function noSiteFile(files: readonly SourceFile[]): Diagnostic {
  const [any] = files;
  const file = any ? `${any.file.slice(0, any.file.length - any.path.length)}_site.yaml` : '_site.yaml';
  return fileDiagnostic(
    file,
    'missing-file',
    'the pages folder needs a `_site.yaml` with the company, the navigation and the footer',
    'copy the one of another site, and change its words',
  );
}

/** What is wrong with a file as a whole. */
export function fileDiagnostic(file: string, rule: RuleId, message: string, advice: string): Diagnostic {
  return diagnostic({
    rule,
    message,
    file,
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    path: [],
    advice,
  });
}

function tidyPath(path: string): string {
  return `${path
    .replace(/\.ya?ml$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')}.yaml`;
}
