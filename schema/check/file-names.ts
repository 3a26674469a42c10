import { createFileDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { pageExtension, toRoute } from '../base/routes.ts';
import { foldText } from '../site/search-format.ts';
import type { SourceFile } from '../fields/source-file.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { formatFlowValue } from '../yaml/quoting.ts';
import { isNonPageFile } from './file-kinds.ts';
import { isInvalidOnWindows, windowsNameMessage } from './unintended-files.ts';
import type { HiddenPages } from './hidden-pages.ts';
import type { ParsedSite } from './read-file.ts';
import type { SiteGraph } from './site-graph.ts';

/** Reserved first segments of routes, each with the purpose for which it is reserved. */
const reservedRoutes: ReadonlyMap<string, string> = new Map([
  ['assets', 'the scripts and fonts of the site, which browsers cache for a year'],
  ['functions', 'the functions that receive messages'],
]);

const firstPart = (route: string): string => route.split('/')[1] ?? '';

/** Returns why a route is reserved, or `undefined` if it is not. */
export function getReservedRouteReason(route: string): string | undefined {
  const part = firstPart(route);
  const reason = reservedRoutes.get(part);
  return reason && `addresses that begin with \`/${part}\` are reserved for ${reason}`;
}

/** Returns whether the name of a page file is valid. Does not check whether other files have the same route. */
export const isRegularFileName = (path: string): boolean =>
  /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.yaml$/.test(path) && !reservedRoutes.has(path.slice(0, path.search(/[/.]/)));

/** Returns a redirect as a line that authors can add to `redirects` in `_site.yaml`. */
const formatRedirectLine = (from: string, to: string): string =>
  `- ${formatFlowValue({ from, [to.startsWith('/') ? 'to' : 'href']: to })}`;

/** Reports a file whose address is handled by another program. */
export const createOtherProgramDiagnostic = (file: string, path: string): Diagnostic =>
  createFileDiagnostic(
    file,
    'same-address',
    `\`otherPrograms\` in \`_site.yaml\` says that another program answers \`${path}\``,
    'rename this file, or change that list',
  );

/**
 * Checks the name of a page file. `otherFile` is a different file with the same route, if there is one. `redirect` is
 * the redirect target, if the file is a redirect.
 */
export function checkFileName(
  { path, file }: SourceFile,
  otherFile: string | undefined,
  redirect?: string,
): Diagnostic[] {
  const route = toRoute(path);
  const reason = getReservedRouteReason(route);
  const rename = () => `rename the file to \`${tidyPath(path)}\``;
  const diagnostics: Diagnostic[] = [];
  const add = (rule: RuleId, message: string, advice: string) =>
    diagnostics.push(createFileDiagnostic(file, rule, message, advice));
  const hasYamlExtension = path.endsWith('.yaml');
  const extensionHint = path.endsWith('.txt') ? ', after setting your system to show file extensions' : '';
  if (!hasYamlExtension)
    add('file-name', 'the name of a page file must end with `.yaml`', rename() + extensionHint);
  if (hasYamlExtension && !/^(\/|(\/[a-z0-9-]+)+)$/.test(route)) {
    const allowedCharacters = 'lower-case letters, digits and hyphens';
    const line = redirect === undefined ? undefined : formatRedirectLine(route.normalize(), redirect);
    const advice =
      line === undefined
        ? rename()
        : `add \`${line}\` under \`redirects:\` in \`_site.yaml\`, and delete this file`;
    add(
      'file-name',
      `the path of a page becomes its address, so it can only contain ${allowedCharacters}`,
      advice,
    );
  } else if (reason !== undefined) {
    const part = firstPart(route);
    const kind = route === `/${part}` ? 'file' : 'folder';
    add('file-name', reason, `rename the ${kind}, for example to \`our-${part}\``);
  } else if (isInvalidOnWindows(path)) {
    const names = path.split('/').map((name) => (isInvalidOnWindows(name) ? `our-${name}` : name));
    add('windows-name', windowsNameMessage, `rename the file to \`${names.join('/')}\``);
  } else if (otherFile !== undefined) {
    const message = `this page and \`${otherFile}\` have the same address, \`${route}\``;
    add('same-address', message, 'rename or delete one of the two files');
  }
  return diagnostics;
}

/** Returns whether a file or folder name starts with `_`, except `_site.yaml` and `_shared`. */
export function hasReservedName({ path }: SourceFile): boolean {
  return (
    path !== '_site.yaml' && /(^|\/)_/.test(path) && !/^_shared\/[^/]+$/.test(path) && !isNonPageFile(path)
  );
}

export function createReservedNameDiagnostic({ path, file }: SourceFile): Diagnostic {
  return createFileDiagnostic(
    file,
    'file-name',
    'names that begin with `_` are reserved for `_site.yaml` and `_shared/`, so this file is not a page',
    `rename the file to \`${tidyPath(path)}\` (add \`status: draft\` to hide it from visitors), ` +
      'or move it out of this folder',
  );
}

export function createMissingSiteFileDiagnostic(files: readonly SourceFile[]): Diagnostic {
  const [anyFile] = files;
  const file = anyFile
    ? `${anyFile.file.slice(0, anyFile.file.length - anyFile.path.length)}_site.yaml`
    : '_site.yaml';
  return createFileDiagnostic(
    file,
    'missing-file',
    'the pages folder needs a `_site.yaml` with the company, the navigation and the footer',
    'copy one from another site, and change its content',
  );
}

/** Reports a site without a public error page. */
export function checkErrorPage(
  { document }: ParsedSite,
  graph: SiteGraph,
  hidden: HiddenPages,
): Diagnostic[] {
  const warn = (reason: string, advice: string) => {
    const message = `visitors who open an unknown address do not see a page of this site, because ${reason}`;
    return document ? [createFileDiagnostic(document.file, 'no-error-page', message, advice)] : [];
  };
  if (!graph.routes.has('/404'))
    return warn(
      'there is no `404.yaml`',
      'create one with `npm run new -- page /404 --recipe not-found`; a `title`, a `description` and a `hero` ' +
        'are enough',
    );
  if (graph.isDraft('/404')) return warn('`404.yaml` is a draft', 'delete `status: draft` there');
  if (graph.redirectTarget('/404') !== undefined)
    return warn('`404.yaml` is a redirect', 'write `blocks` in it instead of `redirect`');
  if (hidden.byRoute.has('/404'))
    return warn('`404.yaml` is not public now', 'delete `publish` and `expire` there');
  return [];
}

/** Reports a site without a public home page, which the logo links to. */
export function checkHomePage({ document }: ParsedSite, graph: SiteGraph, hidden: HiddenPages): Diagnostic[] {
  const warn = (reason: string, advice: string) => {
    const message = `visitors who open the home page see the error page, because ${reason}`;
    return document ? [createFileDiagnostic(document.file, 'no-home-page', message, advice)] : [];
  };
  if (!graph.routes.has('/'))
    return graph.isOtherProgram('/')
      ? []
      : warn('there is no `index.yaml`', 'create it: a `title`, a `description` and a `hero` are enough');
  if (graph.isDraft('/')) return warn('`index.yaml` is a draft', 'delete `status: draft` there');
  if (hidden.byRoute.has('/'))
    return warn('`index.yaml` is not public now', 'delete `publish` and `expire` there');
  return [];
}

function tidyPath(path: string): string {
  const steps = path
    .replace(pageExtension, '')
    .split('/')
    .map(
      (step) =>
        foldText(step)
          .replaceAll(/[^a-z0-9]+/g, '-')
          .replaceAll(/^-+|-+$/g, '') || 'page',
    );
  return `${steps.join('/')}.yaml`;
}

export function createNonPageDiagnostic({ path, file }: SourceFile): Diagnostic {
  const isText = /\.(?:md|markdown|html?)$/i.test(path);
  return createFileDiagnostic(
    file,
    'not-a-page',
    'this file is not a page, so it is not published',
    isText
      ? `put its text in a page such as \`${tidyPath(path.replace(/\.\w+$/, ''))}\`, or move it out of this folder`
      : 'move it to `public/`, so that pages can show it or link to it',
  );
}
