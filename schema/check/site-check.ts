import { Remembered } from '../base/remembered.ts';
import type { Assets, SourceFile } from '../base/source-file.ts';
import { type Diagnostic, errorsIn, type InData, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { located } from '../document/locate.ts';
import { checkPage, checkShared, checkSiteFile, type CheckContext, type Found } from './check-file.ts';
import {
  type Mentions,
  mentionsOf,
  type PageFacts,
  pageFacts,
  type SharedFacts,
  sharedFacts,
} from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { hasReservedName, noSiteFile, reservedNameDiagnostic } from './file-names.ts';
import { readPage, readSharedBlock, readSiteFile, type SiteFile } from './read-files.ts';
import {
  areKnown,
  checkedIn,
  entriesOf,
  holds,
  type Known,
  knownOf,
  nothing,
  type PageState,
  readAll,
  type SharedState,
  type SiteMemory,
  versionOf,
} from './file-state.ts';
import { sitePage, type SitePage } from './page-summary.ts';
import { liveRedirects } from './redirects.ts';
import { SiteRules } from './site-rules.ts';
import type { Checked, Website } from './website.ts';
import { type Asked, World } from './world.ts';

const isPage = ({ path }: SourceFile) => !/(^|\/)_/.test(path);
const isShared = ({ path }: SourceFile) => /^_shared\/[^/]+$/.test(path);

/**
 * Checks a site again and again, as its files change. What was found in a file holds as long as the file, and
 * the answers to all that it asked of the others, are the same.
 */
export class SiteCheck {
  #pages = new Map<string, PageState>();
  #shared = new Map<string, SharedState>();
  #sharedNamed = new Map<string, SharedState>();
  #site: SiteFile | undefined;
  #icons: Assets['icons'] | undefined;
  #world: World | undefined;
  #places: readonly unknown[] = [];
  #names: string;
  #siteVersion: string;
  #kept: { pages: Map<string, Known<PageFacts>>; shared: Map<string, Known<SharedFacts>> };
  readonly #siteFile = new Remembered<SiteFile>();
  readonly #rules = new SiteRules();
  readonly #mentions = new Remembered<Mentions>();

  constructor(memory?: SiteMemory) {
    this.#names = memory?.names ?? '';
    this.#siteVersion = memory?.site ?? '';
    this.#rules.publicFound = memory?.public;
    this.#kept = { pages: new Map(memory?.pages), shared: new Map(memory?.shared) };
  }

  /** What another process can go on from. */
  memory(): SiteMemory {
    return {
      names: this.#names,
      site: this.#siteVersion,
      pages: knownOf(this.#pages),
      shared: knownOf(this.#shared),
      public: this.#rules.publicFound,
    };
  }

  /** Whether nothing has been found since that would have to be written down. */
  isAsIn({ names, site, pages, shared, public: inPublic }: SiteMemory): boolean {
    return (
      names === this.#names &&
      site === this.#siteVersion &&
      inPublic === this.#rules.publicFound &&
      areKnown(this.#pages, pages) &&
      areKnown(this.#shared, shared)
    );
  }

  /**
   * Checks all files together: reads and validates each, then asks for references and for rules over all
   * pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author at
   * work; only without any error is it fit for visitors.
   */
  update(files: readonly SourceFile[], assets: Assets): Checked {
    const siteSource = files.find(({ path }) => path === '_site.yaml');
    const site = siteSource && this.#siteFile.of([versionOf(siteSource)], () => readSiteFile(siteSource));
    const variables = site?.variables;
    const names = JSON.stringify([...(variables ?? [])]);
    if (names !== this.#names) this.#pages = this.#shared = new Map();
    const kept = names === this.#names ? this.#kept : undefined;
    this.#shared = readAll(files.filter(isShared), this.#shared, kept?.shared, sharedFacts, (source) =>
      readSharedBlock(source, variables),
    );
    this.#pages = readAll(files.filter(isPage), this.#pages, kept?.pages, pageFacts, (source) =>
      readPage(source, variables),
    );
    this.#kept = { pages: new Map(), shared: new Map() };
    this.#names = names;
    this.#sharedNamed = new Map([...this.#shared.values()].map((state) => [state.facts.name, state]));
    // These have a say in every file.
    const siteVersion = siteSource ? versionOf(siteSource) : '';
    if (siteVersion !== this.#siteVersion || (this.#icons && assets.icons !== this.#icons)) this.#forget();
    [this.#site, this.#siteVersion, this.#icons] = [site, siteVersion, assets.icons];
    const world = this.#worldNow(assets);

    const context = (asked: Asked): CheckContext => ({
      ...world.context(asked),
      variables: site?.document && variables,
    });
    const onPages = new Map<string, Diagnostic<InData>[]>();
    for (const state of this.#pages.values()) {
      if (!holds(state, world)) {
        const asked: Asked = new Map();
        state.page = undefined;
        state.found = checkPage(state.file(), state.facts.place.address, context(asked));
        checkedIn(state, world, asked);
        entriesOf(state);
        state.forget();
      }
      for (const [name, found] of state.found.inShared)
        onPages.set(name, [...(onPages.get(name) ?? []), found]);
    }
    for (const state of this.#shared.values()) {
      const { name } = state.facts;
      const found = onPages.get(name) ?? [];
      const user = world.userOf(name);
      const key = JSON.stringify([user, found]);
      if (state.onPages === key && holds(state, world)) continue;
      const asked: Asked = new Map();
      state.onPages = key;
      state.found = checkShared(state.file(), user, found, context(asked));
      checkedIn(state, world, asked);
    }
    const siteFound = site ? checkSiteFile(site, context(new Map())) : nothing;
    return this.#checked(files, assets, siteFound);
  }

  #forget(): void {
    this.#world = undefined;
    for (const state of [...this.#pages.values(), ...this.#shared.values()]) state.asked = undefined;
  }

  /** What files can ask of each other now; the same as before where nothing of it has changed. */
  #worldNow(assets: Assets): World {
    const pages = [...this.#pages.values()].map(({ facts }) => facts.place);
    const shared = [...this.#shared.values()];
    const places = [...pages, ...shared, assets.version ?? assets.pictures];
    const isSame =
      places.length === this.#places.length && places.every((one, at) => one === this.#places[at]);
    if (this.#world && isSame) return this.#world;
    this.#places = places;
    const site = this.#site;
    return (this.#world = new World({
      pages,
      shared: new Map(shared.map(({ facts }) => [facts.name, facts])),
      sharedBlock: (name) => {
        const state = this.#sharedNamed.get(name);
        return state && { block: state.file().block, version: state.version };
      },
      site: site?.document && {
        dialogs: site.dialogs,
        url: site.url,
        pictureHosts: site.site?.pictures.hosts,
        embedHosts: site.site?.embeds.hosts,
      },
      assets,
    }));
  }

  #checked(files: readonly SourceFile[], assets: Assets, ofSite: Found): Checked {
    const site = this.#site;
    const [pages, shared] = [[...this.#pages.values()], [...this.#shared.values()]];
    const facts = pages.map((page) => page.facts);
    const all = [ofSite, ...shared.map(({ found }) => found), ...pages.map(({ found }) => found)];
    const fileAt = (path: string) => this.#pages.get(path)?.source;
    const diagnostics = [
      ...(site ? [] : [noSiteFile(files)]),
      ...files.filter(hasReservedName).map(reservedNameDiagnostic),
      ...this.#rules.fileNames(pages.map(({ source }) => source)),
      ...all.flatMap((found) => found.diagnostics),
      ...this.#rules.publicFiles(assets),
      ...this.#located(this.#rules.titles(facts, fileAt)),
      ...all.flatMap(({ quality }) => quality),
      ...this.#located(this.#rules.redirects(facts)),
    ];
    const isRight = errorsIn(diagnostics).length === 0;
    if (isRight) {
      const ofSite = this.#mentions.of([site], () => mentionsOf(site?.fields ?? []));
      const byName = new Map(shared.map((one) => [one.facts.name, one.facts]));
      const mentions = [ofSite, ...[...byName.values(), ...facts].map((one) => one.mentions)];
      diagnostics.push(
        ...this.#located(this.#rules.unused(facts, byName, ofSite)),
        ...this.#rules.unusedPictures(mentions, assets.pictures),
      );
    }
    const checked = {
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
    if (!site?.site) return checked;
    const redirects = liveRedirects(facts.map(({ place }) => place));
    const website: Website = {
      site: site.site,
      pages: new Map(pages.flatMap((state) => this.#pageOf(state))),
      redirects: redirects.map(({ address, to }) => ({ path: address, to })),
    };
    return { website, ...checked };
  }

  #pageOf(state: PageState): [string, SitePage][] {
    const { summary } = state.found;
    if (!summary) return [];
    const shared = (name: string) => this.#sharedNamed.get(name)?.file().block?.block;
    const blocks = () =>
      entriesOf(state).flatMap((entry) => ('use' in entry ? shared(entry.use) : entry.block) ?? []);
    const versions = state.asked
      ?.filter(([question]) => question.startsWith('+'))
      .map(([, answer]) => answer);
    state.page ??= sitePage(summary, [state.version, ...(versions ?? [])].join(), blocks);
    return [[summary.path, state.page]];
  }

  #located(findings: readonly FileFinding[]): Diagnostic[] {
    return findings.flatMap(([path, found]) => {
      const { document } = (this.#pages.get(path) ?? this.#shared.get(path))?.file() ?? {};
      return document ? [located(document, found)] : [];
    });
  }
}
