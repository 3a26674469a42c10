import {
  closedListLabels,
  type DiagnosticWithoutPath,
  type Fix,
  type InData,
} from '../diagnostics/diagnostic.ts';
import { nearest, suggest } from '../diagnostics/did-you-mean.ts';
import { isFilePath } from '../content/file-types.ts';
import { type UrlProblem, externalUrlProblem } from '../content/url-fields.ts';
import { normalizeAnchor } from '../markdown/plain-text.ts';
import type { Path } from '../util.ts';
import { frameIds } from '../content/page.ts';
import { settingName, truncate } from '../diagnostics/wording.ts';
import type { Field } from './collect-fields.ts';
import { checkFileLink, checkLinkScheme } from './file-targets.ts';
import { nearestRoute } from './nearest-route.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';

const mustStart = 'it must start with `/`, `#`, `https://`, `mailto:` or `tel:`';
// Extensions of pages in other systems.
const likePage = /\.(html?|php|aspx?|ya?ml|md)$/i;
const keepOldRoute =
  'if the page was moved, keep its old address alive: ' +
  'a file there with the one line `redirect: /new-address`';

/** Checks a link to a page of this site. */
export function checkPageLink(
  value: string,
  here: LinkSource,
  site: SiteGraph,
  field?: Field,
): DiagnosticWithoutPath | undefined {
  const unsafe = checkLinkScheme(value);
  if (unsafe) return unsafe;
  const [path = '', anchor] = value.split('#');
  const route = path === '' && here.page !== undefined ? here.page : path;
  const rest = anchor === undefined ? '' : `#${anchor}`;
  if (/^(https?:|mailto:|tel:)/.test(value)) {
    return {
      rule: 'wrong-value',
      message: `\`${field?.key ?? 'to'}\` must be the address of a page of this site, like \`/about/us\``,
      label: 'this address is outside the site',
      received: value,
      fix: field?.names.includes('href')
        ? renameSetting(field.path, 'href', value, 'rename `to` to `href`', 'suggested')
        : undefined,
    };
  }
  if (!site.routes.has(route)) {
    if (isFilePath(path) && !likePage.test(path)) return checkFileLink(path, site);
    const nearestMatch = nearestRoute(path, site.routes);
    const list = [...site.routes].filter((one) => !(here.isRedirect && one === here.page));
    return {
      rule: 'dead-link',
      message: `no page of this site has the address \`${route}\``,
      advice: 'link to another page, or write the one that is missing',
      ...closedListLabels(
        value,
        list,
        nearestMatch === undefined ? undefined : nearestMatch + rest,
        nearest(path, list, 5),
      ),
      note: here.isRedirect ? undefined : keepOldRoute,
    };
  }
  const target = site.redirectTarget(route);
  if (target !== undefined && target !== route && !here.isRedirect) {
    return {
      rule: 'link-to-redirect',
      message: `\`${route}\` only sends visitors on to \`${target}\``,
      label: `link to \`${target}\` itself`,
      received: value,
      fix: replaceValue(value, target, 'safe'),
    };
  }
  if (site.isDraft(route) && !here.draft) {
    return {
      rule: 'link-to-draft',
      message: `the page \`${route}\` is a draft, so visitors cannot open it`,
      label: 'this page is not published',
      received: value,
      advice:
        'publish that page by deleting its line `status: draft`, or ' +
        (here.isRedirect ? 'write the same line here until then' : 'leave the link out until then'),
    };
  }
  return anchor === undefined ? undefined : checkAnchor(anchor, value, route, site);
}

/** Checks an external link. */
export function checkExternalLink(
  value: string,
  site: SiteGraph,
  field?: Field,
): DiagnosticWithoutPath | undefined {
  const unsafe = checkLinkScheme(value);
  if (unsafe) return unsafe;
  const internalPath = site.url === undefined ? undefined : internalPathOf(value, site.url);
  const isPath = field !== undefined && /^[/#]/.test(value);
  if (internalPath !== undefined || isPath) {
    const path = internalPath ?? value;
    const isFile = isFilePath(path) && site.files.has(path.normalize());
    const safety = isFile || site.routes.has(path.split('#')[0] ?? '') ? 'safe' : 'suggested';
    const setTo = `write \`to: ${path}\``;
    return {
      rule: 'own-address',
      message: isPath
        ? `\`${field.key}\` is for addresses outside the site`
        : `this address is a ${isFile ? 'file' : 'page'} of this site`,
      received: value,
      ...(field === undefined
        ? { label: `write \`${path}\``, fix: replaceValue(value, path, safety) }
        : field.names.includes('to')
          ? { label: setTo, fix: renameSetting(field.path, 'to', path, setTo, safety) }
          : {
              label: 'this place is for something outside the site',
              advice: 'write an address of another site, or delete this line',
            }),
    };
  }
  if (value.startsWith('http://'))
    return insecureLink(value, 'an address outside the site must start with `https://`');
  const problem = externalUrlProblem(value);
  if (problem) return invalidUrl(value, problem, field);
  if (field !== undefined || /^(https:\/\/|mailto:|tel:)/.test(value)) return undefined;
  if (value.trim() === '')
    return {
      rule: 'dead-link',
      message: 'this link leads nowhere, as its address is empty',
      advice: 'write the address that it is to lead to: `[our prices](/prices)`',
    };
  const nearestMatch = nearestRoute(value, site.routes);
  return {
    rule: 'dead-link',
    message: `\`${value}\` is not an address: ${mustStart}`,
    ...closedListLabels(value, [...site.routes], nearestMatch),
  };
}

function invalidUrl(
  value: string,
  { message, suggestion }: UrlProblem,
  field: Field | undefined,
): DiagnosticWithoutPath {
  return {
    rule: 'broken-address',
    message: `${field ? settingName(field.path) : 'this address'} ${message}`,
    label: suggestion === undefined ? 'this leads nowhere' : `write \`${truncate(suggestion)}\``,
    received: value,
    ...(suggestion === undefined
      ? {
          advice: value.startsWith('https:')
            ? 'open the page in your browser, and copy the address from there'
            : 'write all of it, like `mailto:post@example.org` or `tel:+44 20 7946 0000`',
        }
      : { fix: replaceValue(value, suggestion, 'safe') }),
  };
}

/** Checks a link to a block of a page. */
export function checkAnchor(
  id: string,
  value: string,
  route: string,
  site: SiteGraph,
): DiagnosticWithoutPath | undefined {
  const ids = site.idsAt(route);
  if (ids === undefined || ids.includes(id) || ids.includes(normalizeAnchor(id))) return undefined;
  return {
    rule: 'missing-anchor',
    message: `no block of \`${route}\` has the id \`${id}\``,
    within: value === id ? undefined : { start: value.length - id.length, length: id.length },
    label: ids.length === 0 ? 'no block there has an `id` yet' : 'no block has this `id`',
    advice: frameIds.includes(id)
      ? 'every page has a part with this id around its blocks: give the one that you mean another `id`'
      : `write \`id: ${id}\` in the block that you mean`,
    ...closedListLabels(id, ids, suggest(id, ids)),
  };
}

export function insecureLink(value: string, message: string): DiagnosticWithoutPath {
  const secure = value.replace('http://', 'https://');
  return {
    rule: 'insecure-link',
    message,
    label: `did you mean \`${secure}\`?`,
    received: value,
    note: 'open the address with `https://` first: a few old sites do not have it',
    fix: replaceValue(value, secure, 'suggested'),
  };
}

const replaceValue = (value: string, newText: string, safety: Fix['safety']) => ({
  title: `change \`${value}\` to \`${newText}\``,
  safety,
  newText,
});

/** Replaces key and value. */
function renameSetting(
  path: Path,
  key: string,
  value: string,
  title: string,
  safety: Fix['safety'],
): Fix<InData> {
  const edits = [
    { path, part: 'name' as const, newText: key },
    { path, newText: value },
  ];
  return { title, safety, edits };
}

function internalPathOf(value: string, url: string): string | undefined {
  const host = url.replace(/^https?:\/\/(www\.)?/, '');
  const match = /^https?:\/\/(?:www\.)?([^/#?]+)([^?]*)$/.exec(value);
  return match?.[1] === host ? match[2]?.replace(/(.)\/$/, '$1') || '/' : undefined;
}
