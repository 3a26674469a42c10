import { addressOf, type Assets, type SourceFile } from '../base/source-file.ts';
import { type Diagnostic, errorsIn, type InData, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { answersOf, type Asked } from './asked.ts';
import { checkShared, checkSiteFile, type CheckContext, type Found } from './check-file.ts';
import { mentionsOf, type PageFacts, type SharedFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { hasReservedName, isPage, noErrorPage, noSiteFile, reservedNameDiagnostic } from './file-names.ts';
import {
  type CommonMemory,
  type KnownFile,
  knownOf,
  nothing,
  type SiteMemory,
  versionOf,
} from './file-state.ts';
import { located } from '../document/locate.ts';
import { hiddenLinks } from './hidden-links.ts';
import { HiddenPages } from './hidden-pages.ts';
import { pastAlerts } from './past-days.ts';
import type { Variables } from '../validate/variables.ts';
import { readSiteFile, type SiteFile } from './read-files.ts';
import { liveRedirects } from './redirects.ts';
import { type OpenParts, ReadTogether } from './read-together.ts';
import { fontDiagnostics, withFontFacts } from './own-fonts.ts';
import { restored } from './restored.ts';
import type { SiteFiles } from './site-files.ts';
import { type PartMaterial, partMaterial } from './site-part.ts';
import { siteNow } from './site-now.ts';
import { noMentions } from './site-rules.ts';
import { unusedShared } from './unused.ts';
import type { Checked } from './website.ts';
import { type CommonFacts, factsForAll } from './world-facts.ts';
import { WrittenAddresses } from './written-addresses.ts';

const siteFile = '_site.yaml';
const noVariables: Variables = new Map();

/**
 * Checks a site again and again, as its files change. What was found in a file holds as long as the file, and
 * the answers to all that it asked of the others, are the same.
 */
export class SiteCheck {
  #files: SiteFiles | undefined;
  #memory: SiteMemory | undefined;
  #common: CommonMemory = { names: '', site: '' };
  #site: { version: string; file?: SiteFile; found?: Found; asked: Asked } = {
    version: '',
    asked: new Map(),
  };
  #sources: readonly SourceFile[] = [];
  #pageSources: readonly SourceFile[] = [];
  #reserved: readonly SourceFile[] = [];
  #assets: Assets = { icons: new Set(), pictures: new Set() };
  /** What `_site.yaml` says to every file. */
  #toAll: CommonFacts['site'];
  readonly #openParts: OpenParts;
  readonly #now: () => Date;

  /** `now` says for which moment is checked what depends on it. */
  constructor(memory?: SiteMemory, openParts: OpenParts = () => [], now = () => new Date()) {
    [this.#memory, this.#openParts, this.#now] = [memory, openParts, now];
  }

  /** Lets go of the blocks of a page, which are read again when somebody asks. */
  forgetBlocks(address: string): void {
    this.#files?.forgetBlocks(address);
  }

  /** What pages can be read with apart. */
  partMaterial(): PartMaterial {
    const shared = [...(this.#files?.shared.values() ?? [])].map(({ source }) => source);
    return partMaterial(this.#site.file, { site: this.#toAll, assets: this.#assets }, shared);
  }

  /** These files, and those of which anything has changed since this was asked before, or was restored. */
  takeChanged(also: readonly string[] = []): {
    common: CommonMemory;
    files: [path: string, known: KnownFile | undefined][];
  } {
    const files = this.#files;
    const changed = [...new Set([...also, ...(files?.changed ?? [])])].map(
      (path): [string, KnownFile | undefined] => {
        const state = files?.at(path);
        return [path, state && knownOf<PageFacts | SharedFacts>(state)];
      },
    );
    files?.changed.clear();
    return { common: this.#common, files: changed };
  }

  /**
   * Checks all files together: reads and validates each, then asks for references and for rules over all
   * pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author at
   * work; only without any error is it fit for visitors. Where `changed` is given, no file has come or gone
   * and all others are known to be as they were.
   */
  update(sources: readonly SourceFile[], assets: Assets, changed?: readonly SourceFile[]): Checked {
    const siteSource = (changed ?? sources).find(({ path }) => path === siteFile);
    if (siteSource || !changed) this.#readSite(siteSource);
    const { files, isNew } = this.#filesNow(assets);
    const together = new ReadTogether(files, this.#site.file, { site: this.#toAll, assets });
    if (changed && !isNew) for (const source of changed) files.take(source);
    else together.takeAll(sources, this.#openParts);
    if (!changed) {
      this.#sources = sources;
      this.#reserved = sources.filter(hasReservedName);
      this.#pageSources = sources.filter(({ path }) => isPage(path));
    }
    files.findAskers();
    if (this.#site.found && !files.world.stillAnswers(answersOf(this.#site.asked)))
      this.#site.found = undefined;
    together.check();
    this.#checkAll(files);
    return this.#checked(files, assets);
  }

  #readSite(source: SourceFile | undefined): void {
    const version = source ? versionOf(source) : '';
    if (this.#site.version === version && source) return;
    this.#site = { version, file: source && readSiteFile(source), asked: new Map() };
  }

  /** The files as they were before, if the site's names are the same, with which every file is read. */
  #filesNow(assets: Assets): { files: SiteFiles; isNew: boolean } {
    const { variables = noVariables, fields } = this.#site.file ?? {};
    const names = JSON.stringify([...variables]);
    const toAll = factsForAll(this.#site.file, assets);
    this.#toAll = toAll;
    const memory = this.#memory;
    this.#memory = undefined;
    const last = memory?.common ?? this.#common;
    const now = { names, site: JSON.stringify(toAll) ?? '', assets: assets.version, public: last.public };
    this.#common = now;
    let files = names === last.names ? this.#files : undefined;
    const isNew = !files;
    files ??= restored(names === last.names ? memory : undefined, variables, last);
    this.#files = files;
    files.world.putCommon({ site: toAll, assets });
    files.rules.links.put(siteFile, fields ? mentionsOf(fields) : noMentions);
    const hasOtherIcons = !isNew && assets.icons !== this.#assets.icons;
    this.#assets = assets;
    if (now.site !== last.site || hasOtherIcons) {
      for (const path of files.paths()) files.unchecked.add(path);
      this.#site.found = undefined;
    } else if (assets.version === undefined || assets.version !== last.assets) files.findOutdated();
    return { files, isNew };
  }

  #checkAll(files: SiteFiles): void {
    const { world } = files;
    const { file } = this.#site;
    const context = (asked: Asked): CheckContext => ({
      ...world.context(asked),
      variables: file?.document && file.variables,
    });
    const onPages = new Map<string, Diagnostic<InData>[]>();
    for (const path of [...files.noisy].toSorted())
      for (const [name, found] of files.pages.get(path)?.found.inShared ?? [])
        onPages.set(name, [...(onPages.get(name) ?? []), found]);
    for (const [path, state] of files.shared) {
      const { name } = state.facts;
      const [found, user] = [onPages.get(name) ?? [], world.userOf(name)];
      const key = JSON.stringify([user, found]);
      if (state.onPages === key && !files.unchecked.has(path)) continue;
      const asked: Asked = new Map();
      state.onPages = key;
      const inShared = checkShared(state.file(), user, found, context(asked));
      files.noteChecked(path, state, inShared, answersOf(asked));
    }
    if (!file || this.#site.found) return;
    this.#site.asked = new Map();
    this.#site.found = checkSiteFile(file, context(this.#site.asked));
  }

  #checked(files: SiteFiles, assets: Assets): Checked {
    const { world, rules, shared } = files;
    const { file: site, found: ofSite = nothing } = this.#site;
    const noisy = [...files.noisy].toSorted().flatMap((path) => files.pages.get(path)?.found ?? []);
    const all = [ofSite, ...[...shared.values()].map(({ found }) => found), ...noisy];
    const redirects = world.redirects();
    const hidden = new HiddenPages(files.timedFacts(), world.lists, site?.site?.zone, this.#now());
    files.sitePages.hide(hidden.all, hidden.day);
    const ofSiteNow = site ? siteNow(site, files.pages.values(), hidden) : [];
    const diagnostics = [
      ...(site ? noErrorPage(site, world, hidden) : [noSiteFile(this.#sources)]),
      ...this.#reserved.map(reservedNameDiagnostic),
      ...rules.fileNames(this.#pageSources, (address) => world.filesAt(address)),
      ...all.flatMap((found) => found.diagnostics),
      ...rules.publicFiles(assets, new WrittenAddresses(files, site?.site)),
      ...locatedIn(files, files.repeatedTitles()),
      ...locatedIn(files, rules.tags.findings()),
      ...all.flatMap(({ quality }) => quality),
      ...ofSiteNow.flatMap((found) => (site?.document ? located(site.document, found) : [])),
      ...locatedIn(files, [...hiddenLinks(files, hidden), ...pastAlerts(files, hidden)]),
      ...locatedIn(files, rules.redirects(redirects)),
      ...locatedIn(files, world.lists.taken(world)),
      ...(site ? fontDiagnostics(site, assets, files, ofSite.letters) : []),
    ];
    this.#common.public = rules.publicFound;
    this.#common.areUnique = files.repeatedTitles().length === 0;
    const isRight = errorsIn(diagnostics).length === 0;
    if (isRight) {
      const facts = [...shared.values()].map((state) => state.facts);
      const isNotOver = ([path]: FileFinding) => hidden.all.get(addressOf(path))?.state !== 'over';
      const isUsed = (name: string) => world.usersOf(name).length > 0;
      diagnostics.push(
        ...locatedIn(files, files.unlinkedPages(redirects).filter(isNotOver)),
        ...locatedIn(files, unusedShared(facts, isUsed)),
        ...rules.unusedPictures(assets),
      );
    }
    const website = site?.site && {
      site: withFontFacts(site.site, assets),
      get pages() {
        return files.sitePages.withMade(files.pages, this.site);
      },
      get timed() {
        return files.sitePages.timed(files.pages);
      },
      get posts() {
        return files.sitePages.posts(files.pages, this.site);
      },
      now: hidden.now,
      hidden: hidden.all,
      redirects: liveRedirects(redirects).map(({ address, to }) => ({ path: address, to })),
      photos: assets.photos ?? new Map(),
      files: assets.sizes ?? new Map(),
    };
    return {
      ...(website && { website }),
      diagnostics: sortDiagnostics(diagnostics),
      notChecked: [
        ...ofSite.notRead,
        ...(site?.document
          ? []
          : ['dialogs and `{{names}}`, because there is no `_site.yaml` that can be read']),
        ...all.slice(1).flatMap(({ notRead }) => notRead),
        // What seems unused may be used where something is wrong.
        ...(isRight
          ? []
          : ['which pages, shared blocks and pictures nothing leads to, because of the errors']),
        ...all.flatMap((found) => found.notChecked),
      ],
    };
  }
}

function locatedIn(files: SiteFiles, findings: readonly FileFinding[]): Diagnostic[] {
  return findings.flatMap(([path, found]) => files.locate(path, found) ?? []);
}
