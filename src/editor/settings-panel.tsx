import { type KeyboardEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { SettingGroup } from '../../schema/fields/field-metadata.ts';
import type { Chrome } from './chrome.ts';
import { createElement } from './chrome.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { chooseLayout, choosePreset } from './block-dialog.ts';
import { capitalize } from '../../schema/base/text.ts';
import { FilePanel } from './file-panel.ts';
import { listBlocks, type PageTexts } from './page-texts.ts';
import { type SettingsTarget, SettingsStore } from './settings-store.ts';
import type { PlaceSettings, SettingDiagnostic } from './setting-types.ts';
import type { EditQueue } from './edit-queue.ts';
import { EditedContext, type EditedData, fieldId } from './setting-context.ts';
import { useEditedData } from './setting-fields.tsx';
import { Settings } from './setting-groups.tsx';
import css from './styles/settings-panel.css?inline';
import { TextWithCode } from './text-with-code.tsx';

/**
 * Widths in pixels: the docked panel, the docked panel with source text, and the narrowest window that docks the panel.
 * In narrower windows, the panel is a sheet at the lower edge.
 */
const [panelWidth, fileWidth, minDockedWidth] = [336, 600, 1100];

/** The `sessionStorage` key that is set while the theme settings are open. */
export const themeStorageKey = 'pagewright-theme';

/** A group of settings, or the source text. */
type PanelTab = SettingGroup | 'file';

const tabNames: Record<PanelTab, string> = { content: 'Content', look: 'Look', more: 'More', file: 'File' };

/** The panel next to the page. It shows the settings of the selected block, the page or the site. */
export class SettingsPanel {
  readonly element = createElement('section', 'panel');
  readonly #chrome: Chrome;
  readonly #texts: PageTexts;
  readonly #settingsStore: SettingsStore;
  readonly #file: FilePanel;
  /** The tab that was selected last. */
  tab: PanelTab | undefined;
  /** The block, page or file in the panel. */
  #target: HTMLElement | SettingsTarget | undefined;
  /** The index of the block on the page. */
  #blockIndex = -1;
  /** Whether the panel only shows the theme of the site. */
  isThemeOnly = false;
  /** The path of the setting to open first. */
  initialPath: Path | undefined;

  constructor(
    chrome: Chrome,
    texts: PageTexts,
    editQueue: EditQueue,
    undoOrRedo: (direction: 'undo' | 'redo') => void,
  ) {
    [this.#chrome, this.#texts] = [chrome, texts];
    this.#file = new FilePanel(chrome, editQueue, undoOrRedo);
    this.#settingsStore = new SettingsStore(editQueue, chrome);
    const style = document.createElement('style');
    style.textContent = css;
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.setAttribute('aria-label', 'Settings');
    chrome.root.append(style, this.element);
    createRoot(this.element).render(
      <Panel
        panel={this}
        settingsStore={this.#settingsStore}
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
  get isOpenOrOpening(): boolean {
    return this.#target !== undefined;
  }

  /**
   * Shows the settings of a block, a page or a file, and moves the focus to the panel. `initialPath` is the path of the
   * setting to open, for example a picture.
   */
  async open(target: HTMLElement | SettingsTarget, initialPath?: Path): Promise<void> {
    this.isThemeOnly = false;
    this.initialPath = initialPath;
    // Page settings open with their fields, even if the file of a block was open before.
    if ('page' in target && this.tab === 'file' && !this.isOpen) this.tab = undefined;
    await this.#show(target);
    if (!this.isOpen) return;
    if (target instanceof HTMLElement && innerWidth < minDockedWidth) target.scrollIntoView();
    const pickerElement =
      initialPath && this.#chrome.root.getElementById(fieldId(initialPath))?.closest('.picker');
    const chooseButton = pickerElement?.querySelector<HTMLElement>('button[aria-expanded=false]');
    chooseButton?.focus();
    chooseButton?.click();
    pickerElement?.scrollIntoView();
    // Do not move the focus out of a field: selecting a block updates an open panel, so one of its fields may be in
    // use.
    if (!this.element.contains(this.#chrome.root.activeElement)) this.element.focus();
  }

  /** Opens the theme settings. They stay open after a reload, because a change of scheme reloads the page. */
  async openTheme(): Promise<void> {
    const opening = this.open({ file: '_site.yaml', path: [] });
    this.isThemeOnly = true;
    sessionStorage.setItem(themeStorageKey, 'open');
    await opening;
  }

  /** Shows the settings of the selected block if the panel is open. */
  showBlock(section: HTMLElement): void {
    if (this.isOpen && this.#target !== section && !this.isThemeOnly) void this.#show(section);
  }

  chooseTab(tab: PanelTab): void {
    const wasFile = this.tab === 'file';
    this.tab = tab;
    this.#dock();
    // Save the source text first, so that the other tabs show the new settings.
    if (wasFile && tab !== 'file') void this.#file.close().then(() => this.refresh());
  }

  /** Shows changes to the file made outside the panel. */
  refresh(): void {
    const target = this.#target;
    if (!this.isOpen || !target) return;
    // Do not load settings while the source text is edited, because the file may be invalid.
    if (this.#isFileShown && !('page' in target && target.page !== this.#texts.route))
      return void this.#file.refresh();
    // If a block had errors from the start, fixing them replaces its element, so find the block by index.
    const currentTarget =
      target instanceof HTMLElement && !target.isConnected ? listBlocks()[this.#blockIndex] : target;
    if (!currentTarget || ('page' in currentTarget && currentTarget.page !== this.#texts.route)) this.close();
    else void this.#show(currentTarget);
  }

  get #isFileShown(): boolean {
    return this.isOpen && this.tab === 'file' && !this.isThemeOnly;
  }

  async #show(target: HTMLElement | SettingsTarget): Promise<void> {
    this.#target = target;
    if (target instanceof HTMLElement) this.#blockIndex = listBlocks().indexOf(target);
    const blockSource = target instanceof HTMLElement ? await this.#texts.findBlock(target) : undefined;
    if (this.#target !== target) return;
    if (target instanceof HTMLElement && !blockSource)
      return this.#chrome.showMessage('This block is not part of the page file.');
    await this.#settingsStore.open(
      blockSource
        ? { file: blockSource.block.file, path: blockSource.block.path }
        : (target as SettingsTarget),
    ); // elements were handled above
    // Stop if the panel was closed, or opened for a different target, while the settings were loading.
    if (this.#target !== target) return;
    this.element.hidden = this.#settingsStore.current === undefined;
    if (this.element.hidden) this.#target = undefined;
    this.element.setAttribute('aria-label', `Settings: ${this.#settingsStore.current?.label ?? ''}`);
    this.#dock();
  }

  close(): void {
    const target = this.#target;
    const hadFocus = this.element.contains(this.#chrome.root.activeElement);
    this.#target = undefined;
    this.element.hidden = true;
    sessionStorage.removeItem(themeStorageKey);
    void this.#file.close();
    void this.#settingsStore.open(undefined);
    this.#dock();
    if (!hadFocus) return;
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    else this.#chrome.focusBar();
  }

  /** Docks the panel. The page keeps its layout width and is scaled down to fit. */
  #dock(): void {
    const blocks = this.#target instanceof HTMLElement ? [this.#target] : listBlocks();
    const anchor = blocks.find((item) => item.getBoundingClientRect().bottom > 100);
    const before = anchor?.getBoundingClientRect().top ?? 0;
    this.#resizePage();
    // Scroll, so that the first visible block stays at its position.
    if (anchor) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  #resizePage(): void {
    const { style, dataset } = document.documentElement;
    if (!this.isOpen) {
      delete dataset['pagewrightPanel'];
      style.removeProperty('--pagewright-zoom');
      return this.#chrome.showZoom(1);
    }
    const isDocked = innerWidth >= minDockedWidth;
    const isFile = this.#isFileShown;
    this.element.classList.toggle('with-file', isFile);
    const dockedWidth = isFile ? Math.min(fileWidth, innerWidth / 2) : panelWidth;
    this.element.style.width = isDocked ? `${dockedWidth}px` : '';
    dataset['pagewrightPanel'] = isDocked ? 'docked' : 'sheet';
    style.setProperty('--pagewright-panel', `${dockedWidth}px`);
    const zoom = isDocked ? (innerWidth - dockedWidth) / innerWidth : 1;
    style.setProperty('--pagewright-zoom', `${zoom}`);
    this.#chrome.showZoom(zoom);
  }
}

interface PanelProps {
  panel: SettingsPanel;
  settingsStore: SettingsStore;
  chrome: Chrome;
  route: () => string;
  file: FilePanel;
}

function Panel({ panel, settingsStore, chrome, route, file: filePanel }: PanelProps) {
  const place = useSyncExternalStore(settingsStore.subscribe, () => settingsStore.current);
  if (!place) return null;
  const { label, users, file, path, location, lines } = place;
  const type = isMapping(place.data) ? place.data['type'] : undefined;
  const edited: EditedData = {
    ...place,
    check: (settingPath, value) => settingsStore.check(settingPath, value),
    change: (settingPath, value, session) =>
      settingsStore.change(settingPath, value, createStepLabel(place, settingPath), session),
    move: (settingPath, to) => settingsStore.move(settingPath, to, createStepLabel(place, settingPath)),
    duplicate: (settingPath) => settingsStore.duplicate(settingPath, createStepLabel(place, settingPath)),
    list: (kind) => settingsStore.list(kind, route()),
    choosePreview: ([name]) =>
      name === 'theme'
        ? choosePreset(chrome)
        : chooseLayout(chrome, typeof type === 'string' ? type : '', label),
    addPicture: (picture) => settingsStore.addPicture(picture),
    announce: (text) => chrome.announce(text),
    initialPath: panel.initialPath,
  };
  const theme = panel.isThemeOnly ? place.settings.find(({ name }) => name === 'theme') : undefined;
  const isPage = path.length === 0 && !file.startsWith('_');
  const line = Math.min(...Object.values(lines), Infinity);
  const firstLine = line === Infinity ? 1 : line;
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
      {place.faults.filter(isGeneralFault(place)).map(({ message, line }) => (
        <p className="fault whole" key={`${line} ${message}`}>
          <TextWithCode>{capitalize(message)}</TextWithCode>
        </p>
      ))}
      <EditedContext.Provider value={edited}>
        {theme?.widget.kind === 'group' ? (
          <div className="fields">
            <Settings settings={theme.widget.settings} path={['theme']} />
          </div>
        ) : (
          <Tabs
            key={`${file} ${path.join()} ${edited.initialPath?.join()}`}
            place={place}
            line={firstLine}
            {...{ panel, filePanel }}
          />
        )}
      </EditedContext.Provider>
      <footer>
        <button type="button" data-open={`${location}:${firstLine}:1`}>
          Open file at line {firstLine}
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

/** Returns a predicate for diagnostics that no field of the panel shows. */
const isGeneralFault =
  ({ settings }: PlaceSettings) =>
  ({ path: [name] }: SettingDiagnostic) =>
    !settings.some((item) => item.name === name);

interface TabsProps {
  panel: SettingsPanel;
  place: PlaceSettings;
  line: number;
  filePanel: FilePanel;
}

/** The tabs for content, look, rarely used settings and source text. */
function Tabs({ panel, place: { file, settings, faults }, line, filePanel }: TabsProps) {
  const countFaults = (group: PanelTab) =>
    faults.filter(({ path: [name] }) => settings.some((item) => item.group === group && item.name === name))
      .length;
  const groups = (Object.keys(tabNames) as PanelTab[]).filter(
    (group) => group === 'file' || settings.some((item) => item.group === group),
  ); // the keys of `tabNames`
  const { initialPath } = useEditedData();
  const [activeTab, setActiveTab] = useState(
    initialPath
      ? settings.find(({ name }) => name === initialPath[0])?.group
      : panel.tab === 'file'
        ? 'file'
        : groups[0],
  );
  const choose = (group: PanelTab) => {
    setActiveTab(group);
    panel.chooseTab(group);
  };
  const tabs = useRef<HTMLDivElement>(null);
  const moveToTab = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      step === undefined || !activeTab
        ? undefined
        : groups.at((groups.indexOf(activeTab) + step) % groups.length);
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
            aria-selected={group === activeTab}
            aria-controls="settings"
            aria-label={
              countFaults(group) > 0 ? `${tabNames[group]}, ${countFaults(group)} to fix` : undefined
            }
            title={group === 'file' ? 'The file that contains these settings' : undefined}
            tabIndex={group === activeTab ? 0 : -1}
            onClick={() => choose(group)}
            onKeyDown={moveToTab}
          >
            {tabNames[group]}{' '}
            {countFaults(group) > 0 && <span className="fault">{countFaults(group)} to fix</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="settings" aria-labelledby={`tab-${activeTab}`}>
        {activeTab === 'file' ? (
          <FileTab filePanel={filePanel} file={file} line={line} />
        ) : (
          <Settings
            key={activeTab}
            settings={settings.filter(({ group }) => group === activeTab)}
            path={[]}
          />
        )}
      </div>
    </>
  );
}

function FileTab({ filePanel, file, line }: { filePanel: FilePanel; file: string; line: number }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => container.current?.append(filePanel.element), [filePanel]);
  useLayoutEffect(() => void filePanel.open(file, line), [filePanel, file, line]);
  return <div className="file-holder" ref={container} />;
}

/** Returns the label of the undo step for a change. */
function createStepLabel({ label, settings }: PlaceSettings, [name]: EditedPath): string {
  return `${label}: ${settings.find((item) => item.name === name)?.label ?? ''}`;
}

type EditedPath = Parameters<EditedData['change']>[0];
