import {
  createNameLabels,
  type DiagnosticWithoutPath,
  type Fix,
  type DataLocation,
} from '../diagnostics/diagnostic.ts';
import { isFilePath } from '../fields/file-types.ts';
import { name } from '../fields/fields.ts';
import { type UrlProblem, findUrlProblem, addScheme } from '../fields/url-fields.ts';
import { normalizeAnchor } from '../markdown/plain-text.ts';
import { isInFolders, removeHash } from '../base/routes.ts';
import type { Path } from '../base/data.ts';
import { reservedIds } from '../site/page.ts';
import { formatSettingName, truncate } from '../diagnostics/wording.ts';
import type { LinkSetting } from './facts.ts';
import { checkFileLink, checkLinkScheme } from './file-targets.ts';
import { memoizeLabels, findMistypedRoute, findSameRoute } from './similar-addresses.ts';
import type { LinkSource, NameSet, SiteGraph } from './site-graph.ts';

/** The setting whose link is checked. */
interface CheckedSetting extends LinkSetting {
  path: Path;
  /** Whether the setting names a page without linking to it. */
  isMention: boolean;
}

const allowedStarts = 'it must start with `/`, `#`, `https://`, `mailto:` or `tel:`';
// Matches extensions of page files and of pages in other systems, such as `.html`.
const pageExtension = /\.(html?|php|aspx?|ya?ml|md)$/i;
const redirectNote =
  'if the page was moved, keep its old address working ' +
  'with a file there that only contains `redirect: /new-address`';

/** Checks a link to a page of this site. */
export function checkPageLink(
  value: string,
  linkSource: LinkSource,
  site: SiteGraph,
  setting?: CheckedSetting,
): DiagnosticWithoutPath | undefined {
  // Most links are valid and need no further checks.
  if (site.isPlainPage(value)) return undefined;
  // A full URL of this site gets the message for external links, even in the setting `to`.
  if (toSitePath(value, site) !== undefined) return checkExternalLink(value, site);
  const unsafeLink =
    checkLocalAddress(value, site, setting) ??
    checkLinkScheme(value) ??
    createMissingSchemeDiagnostic(value, setting);
  if (unsafeLink) return unsafeLink;
  if (linkSource.isRedirect && !setting?.hasHref && /^https?:/i.test(value))
    return checkExternalLink(value, site);
  if (site.isOtherProgram(value)) return undefined;
  const { path, query, anchor } = splitLink(value);
  const route = path === '' && linkSource.page !== undefined ? linkSource.page : path;
  if (/^(https?:|mailto:|tel:)/i.test(value)) {
    return {
      rule: 'wrong-value',
      message: `\`${setting?.key ?? 'to'}\` must be the address of a page of this site, like \`/about/us\``,
      label: 'this address is outside the site',
      received: value,
      fix: setting?.hasHref
        ? createRenameFix(setting.path, 'href', value, 'rename `to` to `href`', 'suggested')
        : undefined,
    };
  }
  if (query !== '' || !(site.routes.has(route) || site.isRedirect(route))) {
    if (query !== '' && site.files.has((path + query).normalize())) return undefined;
    return createMissingPageDiagnostic(value, route, linkSource, site, setting);
  }
  const target = site.redirectTarget(route);
  if (target !== undefined && target !== route)
    return createRedirectLinkDiagnostic(value, route, target, linkSource, site, setting);
  if (site.isDraft(route) && !linkSource.draft) return createDraftLinkDiagnostic(value, route);
  return anchor === undefined ? undefined : checkAnchor(anchor, value, route, site, linkSource);
}

/** Reports a link to a page that does not exist on this site. */
function createMissingPageDiagnostic(
  value: string,
  route: string,
  linkSource: LinkSource,
  site: SiteGraph,
  setting: CheckedSetting | undefined,
): DiagnosticWithoutPath | undefined {
  const { path, query } = splitLink(value);
  const file = path + query;
  const hasTarget = site.routes.has(route) || site.isRedirect(route) || site.files.has(path.normalize());
  if (query !== '' && hasTarget) return createQueryDiagnostic(value, query);
  if (isFilePath(file) && !pageExtension.test(file)) return checkFileLink(file, site);
  const routes = linkSource.isRedirect
    ? new Set([...site.routes].filter((knownRoute) => knownRoute !== linkSource.page))
    : site.routes;
  return {
    rule: 'dead-link',
    message: `no page of this site has the address \`${route}\``,
    advice:
      'link to another page, or create the missing one' +
      (setting?.isMention ? '' : createOtherProgramAdvice(path, site)),
    ...suggestRoutes(value, routes),
    note: linkSource.isRedirect ? undefined : redirectNote,
  };
}

function createRedirectLinkDiagnostic(
  value: string,
  route: string,
  target: string,
  linkSource: LinkSource,
  site: SiteGraph,
  setting: CheckedSetting | undefined,
): DiagnosticWithoutPath | undefined {
  const { anchor, rest } = splitLink(value);
  const message = `\`${route}\` only redirects visitors to \`${target}\``;
  // Browsers keep the link's anchor, unless the redirect target has an anchor.
  const finalTarget = target.includes('#') ? target : target + rest;
  const [page = ''] = target.split('#');
  const anchorProblem =
    anchor !== undefined && finalTarget !== target && checkAnchor(anchor, value, page, site, linkSource);
  if (anchorProblem) return { ...anchorProblem, note: message };
  if (linkSource.isRedirect) return undefined;
  // A broken redirect is already reported in the file that defines the redirect.
  const isBrokenRedirect = target.startsWith('/')
    ? checkPageLink(finalTarget, { ...linkSource, page: undefined }, site) !== undefined
    : checkExternalLink(finalTarget, site) !== undefined;
  if (isBrokenRedirect) return undefined;
  const isExternalTarget = setting?.key === 'to' && !target.startsWith('/');
  const canRename = isExternalTarget && setting.hasHref;
  return {
    rule: 'link-to-redirect',
    message,
    label: `link directly to \`${finalTarget}\``,
    received: value,
    ...(canRename
      ? { fix: createRenameFix(setting.path, 'href', finalTarget, `write \`href: ${finalTarget}\``, 'safe') }
      : isExternalTarget
        ? { advice: 'link to a page of this site, because this setting cannot link to other sites' }
        : { fix: createValueFix(value, finalTarget, 'safe') }),
  };
}

const createDraftLinkDiagnostic = (value: string, route: string): DiagnosticWithoutPath => ({
  rule: 'link-to-draft',
  message: `the page \`${route}\` is a draft, so visitors cannot open it`,
  label: 'visitors see no link here until it is published',
  received: value,
  advice: 'publish that page by deleting its line `status: draft`, or ignore this if it is intended',
});

/**
 * Returns the path in an address with this site's domain, with or without `https://`, or `undefined` for other
 * addresses.
 */
const toSitePath = (value: string, site: SiteGraph): string | undefined =>
  site.url === undefined ? undefined : stripSiteUrl(addScheme(value) ?? value, site.url);

/** Checks an external link. */
export function checkExternalLink(
  value: string,
  site: SiteGraph,
  setting?: CheckedSetting,
): DiagnosticWithoutPath | undefined {
  const internalPath = toSitePath(value, site);
  const unsafeLink =
    checkLocalAddress(value, site, setting) ??
    checkLinkScheme(value) ??
    (internalPath === undefined ? createMissingSchemeDiagnostic(value, setting) : undefined);
  if (unsafeLink) return unsafeLink;
  const isPath = setting !== undefined && /^[/#]/.test(value);
  if (internalPath !== undefined && !site.isOtherProgram(internalPath) && !isInSite(internalPath, site))
    return createDeadAddressDiagnostic(value, internalPath, site, setting);
  if (isPath || (internalPath !== undefined && !site.isOtherProgram(internalPath))) {
    const path = internalPath ?? value;
    const isFile = isFilePath(path) && checkFileLink(path, site) === undefined;
    // Offer the fix only if the new link leads to an existing page or file.
    const exists = isFile || site.routes.has(path.split('#')[0] ?? '');
    const toSettingText = `write \`to: ${path}\``;
    const advice = exists ? undefined : 'link to an existing page or file';
    return {
      rule: 'own-address',
      message: isPath
        ? `\`${setting.key}\` is for addresses outside the site`
        : `this address is a ${isFile ? 'file' : 'page'} of this site`,
      received: value,
      ...(setting === undefined
        ? {
            label: `write \`${path}\``,
            advice,
            fix: exists ? createValueFix(value, path, 'safe') : undefined,
          }
        : setting.hasTo
          ? {
              label: toSettingText,
              advice,
              fix: exists ? createRenameFix(setting.path, 'to', path, toSettingText, 'safe') : undefined,
            }
          : {
              label: 'this setting is for addresses outside the site',
              advice:
                'write the address of another site, or delete this line; to link to this page, write ' +
                `\`[words](${path})\` in a text`,
            }),
    };
  }
  if (value.startsWith('http://'))
    return createInsecureLinkDiagnostic(value, 'an address outside the site must start with `https://`');
  const problem = findUrlProblem(value);
  if (problem) return createInvalidUrlDiagnostic(value, problem, setting);
  if (setting !== undefined || /^(https:\/\/|mailto:|tel:)/.test(value)) return undefined;
  if (value.trim() === '')
    return {
      rule: 'dead-link',
      message: 'this link does not work, because its address is empty',
      advice: 'write the address to link to, as in `[our prices](/prices)`',
    };
  return {
    rule: 'dead-link',
    message: `\`${value}\` is not an address: ${allowedStarts}`,
    ...suggestRoutes(value, site.routes),
  };
}

/** Reports a link address without a scheme: `mara@example.org`, `www.example.org` or a telephone number. */
function createMissingSchemeDiagnostic(
  value: string,
  setting?: CheckedSetting,
): DiagnosticWithoutPath | undefined {
  const url = addScheme(value);
  if (url === undefined) return undefined;
  const isToSetting = setting?.key === 'to';
  if (isToSetting && !setting.hasHref) return undefined;
  const correction = isToSetting ? `href: ${url}` : url;
  return {
    rule: 'wrong-value',
    message: 'an address outside this site must start with `https://`, `mailto:` or `tel:`',
    label: `write \`${correction}\``,
    received: value,
    fix: isToSetting
      ? createRenameFix(setting.path, 'href', url, `write \`${correction}\``, 'suggested')
      : createValueFix(value, url, 'suggested'),
  };
}

/** Returns pages to suggest for a wrong address, each with the query and anchor of that address. */
const suggestRoutes = (value: string, routes: NameSet) =>
  memoizeLabels(value, routes, 'page', () => {
    const { path, rest } = splitLink(value);
    const [matchingRoute, mistypedRoute] = [findSameRoute(path, routes), findMistypedRoute(path, routes)].map(
      (route) => (route === undefined ? undefined : route + rest),
    );
    return createNameLabels(value, [...routes], matchingRoute, mistypedRoute);
  });

/** Reports a query, which has no effect on pages and files. */
function createQueryDiagnostic(value: string, query: string): DiagnosticWithoutPath {
  return {
    rule: 'dead-link',
    message: `an address of this site cannot end with \`${truncate(query)}\``,
    label: 'a query has no effect on pages and files',
    within: { start: value.indexOf(query), length: query.length },
    received: value,
    advice: 'remove the `?` and everything after it, up to a `#`',
  };
}

/** Splits an address into path, query and anchor. `rest` contains the query followed by the anchor. */
function splitLink(value: string) {
  const [, path = '', query = '', anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(value) ?? [];
  return { path, query, anchor, rest: value.slice(path.length) };
}

/** Returns whether an address leads to a page, file or redirect of this site. */
const isInSite = (address: string, site: SiteGraph) => {
  const path = removeHash(address);
  return (
    site.routes.has(path) ||
    site.redirectTarget(path) !== undefined ||
    (isFilePath(path) && checkFileLink(path, site) === undefined)
  );
};

/** Reports a full URL of this site that leads to no page or file. */
function createDeadAddressDiagnostic(
  value: string,
  path: string,
  site: SiteGraph,
  setting: CheckedSetting | undefined,
): DiagnosticWithoutPath {
  const [matchingRoute, mistypedRoute] = [
    findSameRoute(removeHash(path), site.routes),
    findMistypedRoute(removeHash(path), site.routes),
  ];
  const [, host = ''] = /^https?:\/\/([^/]+)/.exec(value) ?? [];
  const canRename = setting === undefined || setting.hasTo;
  return {
    rule: 'dead-link',
    message: `this site, \`${host}\`, has no page or file \`${removeHash(path)}\``,
    label: 'there is no such page or file',
    didYouMean: matchingRoute ?? mistypedRoute,
    received: value,
    advice: isFilePath(path)
      ? 'put the file there, or write the address of another one'
      : `write the address of a page${createOtherProgramAdvice(path, site)}`,
    note: 'links to pages of this site are written without its domain name',
    ...(matchingRoute !== undefined &&
      canRename && {
        fix: setting
          ? createRenameFix(setting.path, 'to', matchingRoute, `write \`to: ${matchingRoute}\``, 'suggested')
          : createValueFix(value, matchingRoute, 'suggested'),
      }),
  };
}

/** Returns advice to list an address under `otherPrograms`, or an empty string if it looks like a page address. */
function createOtherProgramAdvice(address: string, site: SiteGraph): string {
  const [path = ''] = /^\/[^/?#]*/.exec(address) ?? [];
  const isPageLike =
    path.length < 2 ||
    isInFolders(path, site.routes) ||
    [...site.routes].some((route) => isInFolders(route, [path]));
  if (isPageLike || findMistypedRoute(removeHash(address), site.routes) !== undefined) return '';
  return `; if another program on this host answers this address, write \`otherPrograms: [${path}]\` in \`_site.yaml\``;
}

function createInvalidUrlDiagnostic(
  value: string,
  { message, suggestion }: UrlProblem,
  setting: CheckedSetting | undefined,
): DiagnosticWithoutPath {
  return {
    rule: 'broken-address',
    message: `${setting ? formatSettingName(setting.path) : 'this address'} ${message}`,
    label: suggestion === undefined ? 'this address does not work' : `write \`${truncate(suggestion)}\``,
    received: value,
    ...(suggestion === undefined
      ? {
          advice: value.startsWith('https:')
            ? 'open the page in your browser, and copy the address from there'
            : 'write the full address, like `mailto:post@example.org` or `tel:+44 20 7946 0000`',
        }
      : { fix: createValueFix(value, suggestion, 'safe') }),
  };
}

/** Checks a link to a block or heading on a page. */
export function checkAnchor(
  id: string,
  value: string,
  route: string,
  site: SiteGraph,
  linkSource: LinkSource = {},
): DiagnosticWithoutPath | undefined {
  const ids = site.idsAt(route);
  if (ids === undefined || ids.includes(id) || ids.includes(normalizeAnchor(id))) return undefined;
  const within = value === id ? undefined : { start: value.length - id.length, length: id.length };
  if (site.isHiddenAt(route, id)) {
    // The link is also hidden, so visitors cannot follow it. If only the link becomes visible later, it is reported
    // then.
    if (linkSource.isHidden && linkSource.page === route) return undefined;
    return {
      rule: 'missing-anchor',
      message: `the block with the id \`${id}\` on \`${route}\` is hidden`,
      within,
      label: 'visitors do not see it',
      advice: `delete \`hidden: true\` in that block, or change this link`,
    };
  }
  return {
    rule: 'missing-anchor',
    message: `no block on \`${route}\` has the id \`${id}\``,
    within,
    label: ids.length === 0 ? 'no block there has an `id` yet' : 'no block has this `id`',
    advice: reservedIds.includes(id)
      ? 'every page has this id outside its blocks: give your block another `id`, and use it here'
      : name.safeParse(id).success
        ? `add \`id: ${id}\` to the target block`
        : 'give the target block an `id` of lower-case letters, digits and hyphens, and use it here',
    ...createNameLabels(id, ids),
  };
}

const localHostPattern =
  /^(?:https?:)?\/\/((?:(?:[\w-]+\.)*(?:localhost|local)|(?:127|10)(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|0\.0\.0\.0|\[::1?\])(?::\d+)?)(?=[/?#]|$)/i;

/** Reports an address that works only on the author's computer or network, such as a preview address. */
export function checkLocalAddress(
  value: string,
  site: SiteGraph,
  setting?: CheckedSetting,
): DiagnosticWithoutPath | undefined {
  const [start = '', host] = localHostPattern.exec(value) ?? [];
  const isFile = /^file:/i.test(value);
  // A site on an internal network may link to local addresses.
  if ((host === undefined && !isFile) || localHostPattern.test(site.url ?? '')) return undefined;
  const path = isFile ? undefined : value.slice(start.length).replace(/(.)\/(?=[?#]|$)/, '$1') || '/';
  const { anchor, path: page = '' } = path === undefined ? {} : splitLink(path);
  const hasTarget =
    path !== undefined &&
    isInSite(path, site) &&
    (anchor === undefined || checkAnchor(anchor, path, page, site) === undefined);
  const isHref = setting !== undefined && setting.key === 'href' && setting.hasTo;
  const canRename = setting === undefined || isHref || setting.key === 'to';
  return {
    rule: 'unsafe-link',
    message: isFile
      ? 'this is a file on your own computer, so visitors cannot open it'
      : `\`${host}\` is an address of your own computer or network, so visitors cannot open this`,
    label: hasTarget ? `write \`${path}\`` : 'visitors would find nothing here',
    received: value,
    advice: isFile
      ? 'put the file into `public/`, and write its path there, like `/files/prices.pdf`'
      : 'write the address of a page of this site, like `/about/us`, or one that visitors can open',
    ...(hasTarget &&
      canRename && {
        fix: isHref
          ? createRenameFix(setting.path, 'to', path, `write \`to: ${path}\``, 'suggested')
          : createValueFix(value, path, 'suggested'),
      }),
  };
}

export function createInsecureLinkDiagnostic(value: string, message: string): DiagnosticWithoutPath {
  const secureUrl = value.replace('http://', 'https://');
  return {
    rule: 'insecure-link',
    message,
    didYouMean: secureUrl,
    received: value,
    note: 'try the address with `https://` first: a few old sites do not support it',
    fix: createValueFix(value, secureUrl, 'suggested'),
  };
}

const createValueFix = (value: string, newText: string, safety: Fix['safety']) => ({
  title: `change \`${value}\` to \`${newText}\``,
  safety,
  newText,
});

/** Returns a fix that replaces the name and the value of a setting. */
function createRenameFix(
  path: Path,
  key: string,
  value: string,
  title: string,
  safety: Fix['safety'],
): Fix<DataLocation> {
  const edits = [
    { path, part: 'name' as const, newText: key },
    { path, newText: value },
  ];
  return { title, safety, edits };
}

/** Returns the path of a full URL of this site, or `undefined` for other URLs. */
function stripSiteUrl(value: string, url: string): string | undefined {
  const withoutScheme = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '');
  const [siteAddress, rest] = [withoutScheme(url), withoutScheme(value)];
  const path = rest.slice(siteAddress.length);
  const isInSite = rest !== value && rest.startsWith(siteAddress) && /^([/#][^?]*)?$/.test(path);
  return isInSite ? path.replace(/(.)\/(?=#|$)/, '$1') || '/' : undefined;
}
