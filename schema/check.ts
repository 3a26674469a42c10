import { suggest } from './base/did-you-mean.ts';
import { type Path, valueAt } from './base/path.ts';
import { addressOf, type Assets, type SourceFile } from './base/source-file.ts';
import { short } from './base/wording.ts';
import type { CheckedBlock, CheckedPage, CheckedRedirect, CheckedSite } from './check/checked-site.ts';
import {
  fileNameDiagnostics,
  hasReservedName,
  noSiteFile,
  reservedNameDiagnostic,
} from './check/file-names.ts';
import {
  headingDiagnostics,
  linkDiagnostics,
  pictureDiagnostics,
  titleDiagnostics,
} from './check/page-quality.ts';
import { linkedFileDiagnostics, pictureFileDiagnostics } from './check/picture-files.ts';
import { type PageFile, type ReadFile, readPage, readSharedBlock, readSiteFile } from './check/read-files.ts';
import { oneCauseOneDiagnostic } from './check/one-cause.ts';
import type { ReferenceContext } from './check/reference-context.ts';
import { sameIds } from './check/same-ids.ts';
import { siteReferences } from './check/site-references.ts';
import { redirectDiagnostics, redirectTargets, unusedDiagnostics } from './check/unused-and-redirects.ts';
import {
  choices,
  type Diagnostic,
  diagnostic,
  errorsIn,
  type InData,
  sortDiagnostics,
} from './diagnostics/diagnostic.ts';
import { located } from './document/locate.ts';
import { mostDiagnostics, type YamlDocument } from './document/read-document.ts';
import type { Page, Redirect } from './page.ts';
import type { Site } from './site.ts';
import { fillVariables } from './validate/variables.ts';

/** A whole site that has been checked. */
export interface Website {
  site: Site;
  pages: Map<string, Page>;
  redirects: Redirect[];
}

export interface Checked {
  website?: Website;
  /** The diagnostics of all files, from top to bottom. */
  diagnostics: Diagnostic[];
  /** What could not be checked, and why. */
  notChecked: string[];
}

/**
 * Checks all files together in one run: reads and validates each, then asks for references and for rules
 * over all pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author
 * at work; only without any error is it fit for visitors.
 */
export function check(files: readonly SourceFile[], assets: Assets): Checked {
  const diagnostics: Diagnostic[] = [];
  const notChecked: string[] = [];
  const validated = new Map<YamlDocument, readonly Diagnostic<InData>[]>();
  const reported = new Map<string, number>();
  const report = (document: YamlDocument, found: readonly Diagnostic<InData>[]) => {
    // What seems to be missing may stand on a line that could not be read.
    const certain =
      document.leftOut.length === 0
        ? found
        : found.filter(({ rule }) => rule !== 'missing-key' && rule !== 'too-few');
    const before = reported.get(document.file) ?? 0;
    reported.set(document.file, before + certain.length);
    diagnostics.push(
      ...certain.slice(0, Math.max(mostDiagnostics - before, 0)).map((one) => located(document, one)),
    );
  };
  const take = (file: ReadFile) => {
    diagnostics.push(...file.diagnostics);
    notChecked.push(...file.notChecked);
    if (!file.document) return;
    reported.set(file.document.file, file.diagnostics.length);
    validated.set(file.document, file.dataDiagnostics);
    // Without a readable _site.yaml no variable is known, and one diagnostic there is enough.
    if (site?.document) report(file.document, file.variableDiagnostics);
  };

  // --- what the files say, each by itself ---
  const siteSource = files.find((file) => file.path === '_site.yaml');
  const site = siteSource && readSiteFile(siteSource);
  if (site) take(site);
  else diagnostics.push(noSiteFile(files));
  if (!site?.document)
    notChecked.push('dialogs and `{{names}}`, because there is no `_site.yaml` that can be read');
  const variables = site?.variables ?? new Map<string, string>();

  const shared = new Map<string, CheckedBlock | undefined>();
  diagnostics.push(...files.filter(hasReservedName).map(reservedNameDiagnostic));
  for (const source of files.filter((file) => /^_shared\/[^/]+$/.test(file.path))) {
    const file = readSharedBlock(source, variables);
    take(file);
    shared.set(source.path.slice('_shared/'.length).replace(/\.yaml$/, ''), file.block);
  }

  const pages: (CheckedPage & { page?: Page })[] = [];
  const redirects: CheckedRedirect[] = [];
  const addresses = new Map<string, string>();
  const used = new Set<string>();
  for (const source of files.filter((file) => !/(^|\/)_/.test(file.path))) {
    const address = addressOf(source.path);
    if (source.unread !== 'a-link') diagnostics.push(...fileNameDiagnostics(source, addresses.get(address)));
    addresses.set(address, addresses.get(address) ?? source.file);
    const file = readPage(source, variables);
    take(file);
    if (file.document && file.redirect !== undefined)
      redirects.push({ address, to: file.redirect, draft: file.draft, document: file.document });
    else if (file.document) pages.push(pageOf(file, file.document, address, source.isNew));
  }

  const liveRedirects = redirects.filter(({ draft }) => !draft);
  const drafts = [...pages, ...redirects].filter(({ draft }) => draft);

  function pageOf(
    { title, description, draft, entries, settings }: PageFile,
    document: YamlDocument,
    address: string,
    isNew?: boolean,
  ): CheckedPage & { page?: Page } {
    const blocks = entries.flatMap((entry) => ('use' in entry ? sharedBlock(entry, document) : [entry]));
    const rendered = blocks.flatMap(({ block }) => block ?? []);
    return {
      address,
      document,
      title,
      description,
      draft,
      isNew,
      blocks,
      page:
        settings && rendered.length === entries.length
          ? { ...settings, path: address, blocks: rendered }
          : undefined,
    };
  }

  function sharedBlock({ use, at }: { use: string; at: Path }, document: YamlDocument): CheckedBlock[] {
    used.add(use);
    if (!shared.has(use)) {
      const names = [...shared.keys()];
      report(document, [
        diagnostic({
          path: [...at, 'use'],
          rule: 'unknown-shared-block',
          message: `there is no shared block called \`${short(use)}\``,
          advice: 'choose one of those below, or make a file for it in `_shared/`',
          ...choices(use, names, suggest(use, names)),
          note: names.length === 0 ? 'the folder `_shared` holds no block yet' : undefined,
        }),
      ]);
    }
    const found = shared.get(use);
    return found ? [found] : [];
  }

  // --- what they refer to ---
  const referenceContext: ReferenceContext = {
    ...assets,
    // A page that could not be read still has an address: links to it are not dead. Likewise the ids of a
    // page are only known when all of them could be read.
    addresses: new Set(addresses.keys()),
    redirects: redirectTargets(liveRedirects),
    drafts: new Set(drafts.map(({ address }) => address)),
    dialogs: site?.document && new Set(site.dialogs),
    blockNames: new Map(
      pages
        .filter(
          ({ document, blocks }) =>
            document.leftOut.length === 0 && !blocks.some(({ idIsWrong }) => idIsWrong),
        )
        .map(({ address, blocks }) => [address, blocks.flatMap(({ id }) => id ?? [])]),
    ),
    url: site?.url,
    pictureHosts: site?.site && new Set(site.site.pictures.hosts),
  };
  // What an unknown variable stands for is not known either: one cause, one diagnostic.
  const isFilled = (text: unknown) =>
    typeof text !== 'string' || fillVariables(text, variables).diagnostics.length === 0;
  const references = siteReferences({ pages, shared, redirects }, site, referenceContext, variables);
  for (const [{ document }, found] of pages.flatMap(sameIds)) report(document, [found]);
  for (const document of new Set([...validated.keys(), ...references.keys()])) {
    const found = oneCauseOneDiagnostic(validated.get(document) ?? [], references.get(document) ?? []);
    report(
      document,
      found.filter(({ path }) => isFilled(valueAt(document.data, path))),
    );
  }

  // --- the pictures themselves, and rules over all pages ---
  diagnostics.push(
    ...pictureFileDiagnostics(assets.pictureFiles ?? new Map()),
    ...linkedFileDiagnostics(assets.links ?? []),
  );
  const checked: CheckedSite = {
    pages,
    redirects: liveRedirects,
    siteFields: site?.fields ?? [],
    siteDocument: site?.document,
    shared,
    used,
  };
  diagnostics.push(
    ...titleDiagnostics(checked),
    ...headingDiagnostics(checked),
    ...linkDiagnostics(checked),
    ...pictureDiagnostics(checked),
    ...redirectDiagnostics(checked),
  );
  // What seems unused may be used where something is wrong.
  if (errorsIn(diagnostics).length > 0)
    notChecked.push('which pages, shared blocks and pictures nothing leads to, because of the errors');
  else diagnostics.push(...unusedDiagnostics(checked, assets.pictures));

  for (const [file, count] of reported)
    if (count >= mostDiagnostics)
      notChecked.push(`what else is wrong in ${file}, because it has ${mostDiagnostics} faults already`);

  const sorted = sortDiagnostics(diagnostics);
  if (!site?.site) return { diagnostics: sorted, notChecked };
  return {
    website: {
      site: site.site,
      pages: new Map(pages.flatMap(({ address, page }) => (page ? [[address, page] as const] : []))),
      redirects: liveRedirects.map(({ address, to }) => ({ path: address, to })),
    },
    diagnostics: sorted,
    notChecked,
  };
}
