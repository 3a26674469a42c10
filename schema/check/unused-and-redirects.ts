import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { located } from '../document/locate.ts';
import { type Field, linksOf } from '../validate/collect-fields.ts';
import type { CheckedSite } from './checked-site.ts';
import { fileDiagnostic } from './file-names.ts';
import { everyBlock } from './page-quality.ts';

/** Pages that only send visitors on, and where each leads in the end; a loop leads nowhere. */
export function redirectTargets(redirects: CheckedSite['redirects']): Map<string, string> {
  const next = new Map(redirects.map(({ address, to }) => [address, to]));
  const targets = new Map<string, string>();
  for (const { address } of redirects) {
    const seen = new Set([address]);
    let at = next.get(address) ?? address;
    while (next.has(pathOf(at)) && !seen.has(pathOf(at))) {
      seen.add(pathOf(at));
      at = next.get(pathOf(at)) ?? at;
    }
    if (!next.has(pathOf(at))) targets.set(address, at);
  }
  return targets;
}

/** Redirects that lead to other redirects, or back to themselves. */
export function redirectDiagnostics({ redirects }: CheckedSite): Diagnostic[] {
  const next = new Map(redirects.map((redirect) => [redirect.address, redirect]));
  const targets = redirectTargets(redirects);
  const reported = new Set<string>();
  return redirects.flatMap(({ address, to, document }): Diagnostic[] => {
    if (!next.has(pathOf(to))) return [];
    const target = targets.get(address);
    if (target !== undefined) {
      return [
        located(document, {
          path: ['redirect'],
          rule: 'redirect-chain',
          message: `\`${to}\` sends visitors on to \`${target}\``,
          label: `lead to \`${target}\` at once`,
          received: to,
          fix: { title: `change \`${to}\` to \`${target}\``, safety: 'safe', newText: target },
        }),
      ];
    }
    // The circle is reported once, at its first page.
    const circle = [address];
    for (let at = pathOf(to); !circle.includes(at) && next.has(at); at = pathOf(next.get(at)?.to ?? ''))
      circle.push(at);
    if (circle.some((one) => reported.has(one))) return [];
    for (const one of circle) reported.add(one);
    const way = [...circle, pathOf(next.get(circle.at(-1) ?? '')?.to ?? address)];
    return [
      located(document, {
        path: ['redirect'],
        rule: 'redirect-loop',
        message:
          circle.length === 1
            ? 'this redirect leads to itself'
            : `this redirect leads back to itself: ${way.map((one) => `\`${one}\``).join(' → ')}`,
        label: 'visitors would be sent round in a circle',
        received: to,
        advice: 'let it lead to a page that shows something',
      }),
    ];
  });
}

/** Pages, shared blocks and pictures that nothing leads to. */
export function unusedDiagnostics(site: CheckedSite, pictures: ReadonlySet<string>): Diagnostic[] {
  return [...unlinkedPages(site), ...unusedShared(site), ...unusedPictures(site, pictures)];
}

function unlinkedPages(site: CheckedSite): Diagnostic[] {
  const linked = new Set<string>(site.siteFields.flatMap(linkedPages));
  for (const page of site.pages) {
    for (const link of page.draft ? [] : page.blocks.flatMap(({ fields }) => fields.flatMap(linkedPages)))
      if (link !== page.address) linked.add(link);
  }
  for (const [from, to] of redirectTargets(site.redirects)) if (linked.has(from)) linked.add(pathOf(to));
  return site.pages
    .filter(({ address, draft }) => !draft && address !== '/' && address !== '/404' && !linked.has(address))
    .map(({ document }) =>
      located(document, {
        path: [],
        part: 'first',
        rule: 'unlinked-page',
        message: 'no page, menu or footer links to this page',
        label: 'visitors cannot find it',
        advice: 'link to it, or write `status: draft` until it is ready',
      }),
    );
}

function unusedShared({ shared, used }: CheckedSite): Diagnostic[] {
  return [...shared].flatMap(([name, block]) =>
    block && !used.has(name)
      ? [
          located(block.document, {
            path: [],
            part: 'first',
            rule: 'unused-shared-block',
            message: 'no page uses this shared block',
            label: 'visitors never see it',
            advice: `write \`- use: ${name}\` where it belongs, or delete the file`,
          }),
        ]
      : [],
  );
}

function unusedPictures(site: CheckedSite, pictures: ReadonlySet<string>): Diagnostic[] {
  const shown = new Set(
    [...site.siteFields, ...everyBlock(site).flatMap(({ fields }) => fields)].map(({ text }) => text),
  );
  return [...pictures]
    .filter((file) => /^\/.+\/.+\.(?:svg|png|jpe?g|webp|avif|mp4|webm|vtt)$/.test(file) && !shown.has(file))
    .map((file) =>
      fileDiagnostic(
        `public${file}`,
        'unused-picture',
        'no page shows this file',
        'show it somewhere, or delete it',
      ),
    );
}

/** The pages that a field links to. */
function linkedPages(field: Field): string[] {
  const { refersTo, isLink = true } = field.meta;
  if (refersTo === 'page') return isLink ? [pathOf(field.text)] : [];
  return linksOf(field).map(({ to }) => pathOf(to));
}

const pathOf = (address: string) => address.split('#')[0] ?? '';
