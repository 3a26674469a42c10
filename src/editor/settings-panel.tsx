import { type KeyboardEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { SettingGroup } from '../../schema/fields/field-metadata.ts';
import type { Chrome } from './chrome.ts';
import { elementOf } from './chrome.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { chooseLayout, choosePreset } from './block-dialog.ts';
import { capitalized } from './fault-note.ts';
import { FilePanel } from './file-panel.ts';
import { listBlocks, type PageTexts } from './page-texts.ts';
import { type AskedPlace, PlacedSettings } from './placed-settings.ts';
import type { PlaceSettings, SettingFault } from './place-settings.ts';
import type { Saver } from './save.ts';
import { Edited, type EditedData, idOf } from './setting-context.ts';
import { useEdited } from './setting-fields.tsx';
import { Settings } from './setting-groups.tsx';
import css from './styles/settings-panel.css?inline';
import { Words } from './words.tsx';

/**
 * Pixels: the width of the docked panel, its width with source text, and the minimum width of a window to dock it. In
 * narrower windows, the panel is a sheet at the lower edge.
 */
const [width, fileWidth, leastDocked] = [336, 600, 1100];

/** `sessionStorage` key that is set while the theme is open. */
export const themeKey = 'pagewright-theme';

/** A group of settings, or the source text. */
type Tab = SettingGroup | 'file';

const tabNames: Record<Tab, string> = { content: 'Content', look: 'Look', more: 'More', file: 'File' };

/** The panel next to the page with the settings of the chosen block, the page or the site. */
export class SettingsPanel {
  readonly element = elementOf('section', 'panel');
  readonly #chrome: Chrome;
  readonly #texts: PageTexts;
  readonly #settingsStore: PlacedSettings;
  readonly #file: FilePanel;
  /** The last chosen tab. */
  tab: Tab | undefined;
  /** The block, page or file in the panel. */
  #target: HTMLElement | AskedPlace | undefined;
  /** The index of the block on the page. */
  #blockIndex = -1;
  /** Whether the panel only shows the theme of the site. */
  isTheme = false;
  /** The path of the setting to open first. */
  initialPath: Path | undefined;

  constructor(chrome: Chrome, texts: PageTexts, saver: Saver, travel: (direction: 'undo' | 'redo') => void) {
    [this.#chrome, this.#texts] = [chrome, texts];
    this.#file = new FilePanel(chrome, saver, travel);
    this.#settingsStore = new PlacedSettings(saver, chrome);
    const style = document.createElement('style');
    style.textContent = css;
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.setAttribute('aria-label', 'Settings');
    chrome.root.append(style, this.element);
    createRoot(this.element).render(
      <Panel
        panel={this}
        placed={this.#settingsStore}
        chrome={chrome}
        route={() => texts.route}
        file={this.#file}
      />,
    );
    addEventListener('resize', () => this.#dock());
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Whether the panel is open or opening. */
  get isAsked(): boolean {
    return this.#target !== undefined;
  }

  /**
   * Shows the settings of a block, a page or a file, and moves the focus there. `initialPath` is the path of the setting
   * to open, for example of a picture.
   */
  async open(shown: HTMLElement | AskedPlace, initialPath?: Path): Promise<void> {
    this.isTheme = false;
    this.initialPath = initialPath;
    await this.#show(shown);
    if (!this.isOpen) return;
    if (shown instanceof HTMLElement && innerWidth < leastDocked) shown.scrollIntoView();
    const field = initialPath && this.#chrome.root.getElementById(idOf(initialPath))?.closest('.picker');
    const choose = field?.querySelector<HTMLElement>('button[aria-expanded=false]');
    choose?.focus();
    choose?.click();
    field?.scrollIntoView();
    // Choosing a block has already updated an open panel, so one of its fields may be in use.
    if (!this.element.contains(this.#chrome.root.activeElement)) this.element.focus();
  }

  /** Shows the theme of the site. It stays open after a reload, because a new scheme reloads the page. */
  async openTheme(): Promise<void> {
    const opening = this.open({ file: '_site.yaml', path: [] });
    this.isTheme = true;
    sessionStorage.setItem(themeKey, 'open');
    await opening;
  }

  /** Shows the chosen block if the panel is open. */
  follow(section: HTMLElement): void {
    if (this.isOpen && this.#target !== section && !this.isTheme) void this.#show(section);
  }

  chooseTab(tab: Tab): void {
    const wasFile = this.tab === 'file';
    this.tab = tab;
    this.#dock();
    // Show the saved source in the other tabs.
    if (wasFile && tab !== 'file') void this.#file.close().then(() => this.refresh());
  }

  /** Shows changes of the file from elsewhere. */
  refresh(): void {
    const shown = this.#target;
    if (!this.isOpen || !shown) return;
    // While its source is edited, a file may be invalid, so its settings cannot be loaded.
    if (this.#isFileShown && !('page' in shown && shown.page !== this.#texts.route))
      return void this.#file.refresh();
    // A block that had errors from the start becomes a new element once they are fixed.
    const now = shown instanceof HTMLElement && !shown.isConnected ? listBlocks()[this.#blockIndex] : shown;
    if (!now || ('page' in now && now.page !== this.#texts.route)) this.close();
    else void this.#show(now);
  }

  get #isFileShown(): boolean {
    return this.isOpen && this.tab === 'file' && !this.isTheme;
  }

  async #show(shown: HTMLElement | AskedPlace): Promise<void> {
    this.#target = shown;
    if (shown instanceof HTMLElement) this.#blockIndex = listBlocks().indexOf(shown);
    const found = shown instanceof HTMLElement ? await this.#texts.blockOf(shown) : undefined;
    if (this.#target !== shown) return;
    if (shown instanceof HTMLElement && !found)
      return this.#chrome.say('This block is not part of the page file.');
    await this.#settingsStore.open(
      found ? { file: found.block.file, path: found.block.path } : (shown as AskedPlace),
    ); // elements are handled above
    // Closed or replaced in the meantime.
    if (this.#target !== shown) return;
    this.element.hidden = this.#settingsStore.now === undefined;
    if (this.element.hidden) this.#target = undefined;
    this.element.setAttribute('aria-label', `Settings: ${this.#settingsStore.now?.label ?? ''}`);
    this.#dock();
  }

  close(): void {
    const shown = this.#target;
    const hadFocus = this.element.contains(this.#chrome.root.activeElement);
    this.#target = undefined;
    this.element.hidden = true;
    sessionStorage.removeItem(themeKey);
    void this.#file.close();
    void this.#settingsStore.open(undefined);
    this.#dock();
    if (!hadFocus) return;
    if (shown instanceof HTMLElement && shown.isConnected) shown.focus({ preventScroll: true });
    else this.#chrome.bar.querySelector('button')?.focus();
  }

  /** Docks the panel. The page keeps its layout width and is scaled down to fit. */
  #dock(): void {
    const blocks = this.#target instanceof HTMLElement ? [this.#target] : listBlocks();
    const anchor = blocks.find((one) => one.getBoundingClientRect().bottom > 100);
    const before = anchor?.getBoundingClientRect().top ?? 0;
    this.#resizePage();
    // Keep the first visible block at its position.
    if (anchor) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  #resizePage(): void {
    const { style, dataset } = document.documentElement;
    if (!this.isOpen) {
      delete dataset['pagewrightPanel'];
      style.removeProperty('--pagewright-zoom');
      return this.#chrome.showZoom(1);
    }
    const isDocked = innerWidth >= leastDocked;
    const isFile = this.#isFileShown;
    this.element.classList.toggle('with-file', isFile);
    const taken = isFile ? Math.min(fileWidth, innerWidth / 2) : width;
    this.element.style.width = isDocked ? `${taken}px` : '';
    dataset['pagewrightPanel'] = isDocked ? 'docked' : 'sheet';
    style.setProperty('--pagewright-panel', `${taken}px`);
    const zoom = isDocked ? (innerWidth - taken) / innerWidth : 1;
    style.setProperty('--pagewright-zoom', `${zoom}`);
    this.#chrome.showZoom(zoom);
  }
}

interface PanelProps {
  panel: SettingsPanel;
  placed: PlacedSettings;
  chrome: Chrome;
  route: () => string;
  file: FilePanel;
}

function Panel({ panel, placed, chrome, route, file: filePanel }: PanelProps) {
  const place = useSyncExternalStore(placed.subscribe, () => placed.now);
  if (!place) return null;
  const { label, users, file, path, location, lines } = place;
  const type = isMapping(place.data) ? place.data['type'] : undefined;
  const edited: EditedData = {
    ...place,
    check: (at, value) => placed.check(at, value),
    change: (at, value, session) => placed.change(at, value, labelAt(place, at), session),
    move: (at, to) => placed.move(at, to, labelAt(place, at)),
    duplicate: (at) => placed.duplicate(at, labelAt(place, at)),
    list: (kind) => placed.list(kind, route()),
    chooseLook: ([name]) =>
      name === 'theme'
        ? choosePreset(chrome)
        : chooseLayout(chrome, typeof type === 'string' ? type : '', label),
    addPicture: (picture) => placed.addPicture(picture),
    announce: (text) => chrome.announce(text),
    initialPath: panel.initialPath,
  };
  const theme = panel.isTheme ? place.settings.find(({ name }) => name === 'theme') : undefined;
  const isPage = path.length === 0 && !file.startsWith('_');
  const line = Math.min(...Object.values(lines), Infinity);
  const first = line === Infinity ? 1 : line;
  return (
    <>
      <header>
        <h2>{theme?.label ?? label}</h2>
        {users !== undefined && <span>shared block</span>}
        <button type="button" aria-label="Close settings" title="Close (Esc)" onClick={() => panel.close()}>
          ✕
        </button>
      </header>
      {users !== undefined && (
        <p className="shared">
          <b>Used on {users === 1 ? '1 page' : `${users} pages`}.</b> Changes apply to all of them.
        </p>
      )}
      {place.faults.filter(isOfWhole(place)).map(({ message, line }) => (
        <p className="fault whole" key={`${line} ${message}`}>
          <Words>{capitalized(message)}</Words>
        </p>
      ))}
      <Edited.Provider value={edited}>
        {theme?.widget.kind === 'group' ? (
          <div className="fields">
            <Settings settings={theme.widget.settings} path={['theme']} />
          </div>
        ) : (
          <Tabs
            key={`${file} ${path.join()} ${edited.initialPath?.join()}`}
            place={place}
            line={first}
            {...{ panel, filePanel }}
          />
        )}
      </Edited.Provider>
      <footer>
        <button type="button" data-open={`${location}:${first}:1`}>
          Open file at line {first}
        </button>
        {(isPage || theme) && (
          <button type="button" onClick={() => void panel.open({ file: '_site.yaml', path: [] })}>
            Site settings
          </button>
        )}
      </footer>
    </>
  );
}

/** Whether a fault does not belong to a setting with a field. */
const isOfWhole =
  ({ settings }: PlaceSettings) =>
  ({ path: [name] }: SettingFault) =>
    !settings.some((one) => one.name === name);

interface TabsProps {
  panel: SettingsPanel;
  place: PlaceSettings;
  line: number;
  filePanel: FilePanel;
}

/** The tabs for content, look, rare settings and source text. */
function Tabs({ panel, place: { file, settings, faults }, line, filePanel }: TabsProps) {
  const faultsIn = (group: Tab) =>
    faults.filter(({ path: [name] }) => settings.some((one) => one.group === group && one.name === name))
      .length;
  const groups = (Object.keys(tabNames) as Tab[]).filter(
    (group) => group === 'file' || settings.some((one) => one.group === group),
  ); // keys of `tabNames`
  const { initialPath } = useEdited();
  const [chosen, setChosen] = useState(
    initialPath
      ? settings.find(({ name }) => name === initialPath[0])?.group
      : panel.tab === 'file'
        ? 'file'
        : groups[0],
  );
  const choose = (group: Tab) => {
    setChosen(group);
    panel.chooseTab(group);
  };
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      by === undefined || !chosen ? undefined : groups.at((groups.indexOf(chosen) + by) % groups.length);
    if (!next) return;
    event.preventDefault();
    flushSync(() => choose(next));
    tabs.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label="Settings" ref={tabs}>
        {groups.map((group) => (
          <button
            type="button"
            role="tab"
            key={group}
            id={`tab-${group}`}
            aria-selected={group === chosen}
            aria-controls="settings"
            title={group === 'file' ? 'The source of these settings' : undefined}
            tabIndex={group === chosen ? 0 : -1}
            onClick={() => choose(group)}
            onKeyDown={move}
          >
            {tabNames[group]}
            {faultsIn(group) > 0 && <span className="fault">{faultsIn(group)} to fix</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="settings" aria-labelledby={`tab-${chosen}`}>
        {chosen === 'file' ? (
          <FileTab filePanel={filePanel} file={file} line={line} />
        ) : (
          <Settings key={chosen} settings={settings.filter(({ group }) => group === chosen)} path={[]} />
        )}
      </div>
    </>
  );
}

function FileTab({ filePanel, file, line }: { filePanel: FilePanel; file: string; line: number }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => holder.current?.append(filePanel.element), [filePanel]);
  useLayoutEffect(() => void filePanel.open(file, line), [filePanel, file, line]);
  return <div className="file-holder" ref={holder} />;
}

/** Returns the label of the undo step of a change. */
function labelAt({ label, settings }: PlaceSettings, [name]: EditedPath): string {
  return `${label}: ${settings.find((one) => one.name === name)?.label ?? ''}`;
}

type EditedPath = Parameters<EditedData['change']>[0];
