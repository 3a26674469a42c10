// Only for the dev server: renders the page from its data, and updates the changed parts after each save.
import type { ClientData } from '../page/client-data.ts';
import { useEffect, useLayoutEffect, useSyncExternalStore, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { setBase } from '../ui/site-url.ts';
import { fetchServerToken, getPageToken } from '../ui/server-token.ts';
import { BackendContext } from '../ui/page-context.ts';
import { loadPageComponents } from '../page/block-loader.ts';
import type { LivePage } from '../page/live-page.ts';
import { Countdowns, CurrentHeading, Reveal, useNavigation } from './app.tsx';
import { startControls } from './controls.ts';
import { updateBar, showDiagnostic } from './diagnostics-bar.ts';
import { clearFetchedPages, type LoadedPage } from './fetch-page.ts';
import { trackInput } from './input-state.ts';
import { LiveBlocks } from './live-blocks.tsx';
import { reloadPictures, showFrame } from './live-frame.ts';
import { NextPage } from './next-page.tsx';
import { trackOpenDetails } from './open-details.ts';
import { reuseEqualParts } from './reuse-parts.ts';

let shownPage: LivePage | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A map from each prerendered element to the element that replaced it. */
type ReplacedElements = ReadonlyMap<Element, Element>;

const firstRender = Promise.withResolvers<ReplacedElements | undefined>();

/** Repeats a delayed click on the element that replaced the clicked element. The loader calls this function. */
export async function hydrated(control: Element): Promise<void> {
  const replacement = (await firstRender.promise)?.get(control);
  if (replacement instanceof HTMLElement) replacement.click();
}

/**
 * Renders the latest update from the server. After a navigation, renders the loaded page until the server sends an
 * update for it.
 */
function LiveApp({ first, opened, onDrawn }: { first: ClientData; opened: LivePage; onDrawn: () => void }) {
  const pageUpdate = useSyncExternalStore(subscribe, () => shownPage) ?? opened;
  const [next, show] = useState<LoadedPage>();
  const Navigation = useNavigation();
  const path = next?.view.path ?? opened.path;
  const { view, messages, version } =
    pageUpdate.path === path || !next ? pageUpdate : { view: next.view, messages: [], version: 0 };
  // A layout effect, because it runs after the lazily loaded parts of forms are rendered.
  useLayoutEffect(onDrawn, [onDrawn]);
  useEffect(() => {
    import.meta.hot?.send('pagewright:page', {
      path,
      version: shownPage?.version,
      frameKey: shownPage?.frameKey,
    });
  }, [path]);
  return (
    <>
      {Navigation && <Navigation page={next?.view} first={first} show={show} />}
      <BackendContext value={first.backend}>
        <NextPage
          key={path}
          page={view}
          blocks={<LiveBlocks key={path} blocks={view.blocks} messages={messages} />}
        />
      </BackendContext>
      <Reveal key={path} />
      <CurrentHeading key={`${path} ${version} contents`} />
      <Countdowns key={`${path} ${version} countdowns`} />
    </>
  );
}

const readElementText = (id: string) => document.getElementById(id)?.textContent;

async function startLivePage(): Promise<void> {
  const [main, data, liveData] = [
    document.querySelector('main'),
    readElementText('page'),
    readElementText('live'),
  ];
  // A theme preview shows the page as visitors see it, so it runs the code that visitors load.
  if (main && data && !liveData) await import('./entry-client.tsx');
  if (!main || !data || !liveData) return firstRender.resolve(undefined);
  const clientData = JSON.parse(data) as ClientData; // the server wrote the data
  const opened = JSON.parse(liveData) as LivePage; // the server wrote the data
  setBase(clientData.base ?? '', clientData.otherPrograms);
  if (clientData.own) (await import('../page/own-views.ts')).registerViews(clientData.own);
  await loadPageComponents(liveData);
  shownPage = opened;
  startControls();
  const inputTracker = trackInput(main);
  const onDrawn = () => {
    firstRender.resolve(inputTracker.show());
    showDiagnostic(location.hash);
  };
  flushSync(() => createRoot(main).render(<LiveApp {...{ first: clientData, opened, onDrawn }} />));
  void reloadUnlessConnected();
}

const isAuthorTyping = () => document.querySelector('[data-pagewright-writing]') !== null;

/** Returns whether the author is typing in text on the page or in a field of the editor. */
const isInField = () => {
  const editorRoot = document.activeElement?.matches('pagewright-editor')
    ? document.activeElement.shadowRoot
    : undefined;
  return isAuthorTyping() || editorRoot?.activeElement?.matches('input,textarea,select,.cm-content') === true;
};

/** Delays Vite's reload until the server is back and the author is not typing. */
async function waitForServer(): Promise<void> {
  const isServerUp = () =>
    fetch(location.href, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (isInField() || !(await isServerUp())) await new Promise((resolve) => setTimeout(resolve, 500));
}

let isConnected = false;

/**
 * Reloads the page if the server was restarted while the page was loading. In that case, Vite does not reconnect by
 * itself.
 */
async function reloadUnlessConnected(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (isConnected) return;
    const token = await fetchServerToken().catch(() => undefined);
    if (token !== undefined && token !== getPageToken() && !isInField()) return location.reload();
  }
}

/**
 * Waits while the author edits text. During that time, React could replace the edited element, and the new text would
 * be lost.
 */
async function waitForEditing(): Promise<void> {
  while (isAuthorTyping())
    await new Promise((resolve) => document.addEventListener('pagewright:written', resolve, { once: true }));
}

/** Renders the changed parts. Keeps the scroll position, the focus, entered text and open questions. */
function showUpdate(pageUpdate: LivePage): void {
  // The document contains no page until the site is valid for the first time.
  if (!shownPage || pageUpdate.rest !== shownPage.rest) return location.reload();
  const previousPage = shownPage;
  const isSamePage = previousPage.path === pageUpdate.path;
  shownPage = isSamePage ? reuseEqualParts(previousPage, pageUpdate) : pageUpdate;
  clearFetchedPages();
  const restoreOpenDetails = trackOpenDetails();
  flushSync(() => listeners.forEach((listener) => listener()));
  if (isSamePage) restoreOpenDetails();
  if (pageUpdate.frame) showFrame(pageUpdate.frame);
  updateBar(pageUpdate.bar);
  if (previousPage.files !== pageUpdate.files) reloadPictures(pageUpdate.files);
}

let updates = startLivePage()
  .catch(reportError)
  .then(() => {
    document.documentElement.dataset['drawn'] = '';
    document.dispatchEvent(new Event('pagewright:drawn'));
  });
/** The last update that has not been shown yet. */
let latestUpdate: LivePage | undefined;

async function showLatestUpdate(): Promise<void> {
  await waitForEditing();
  const next = latestUpdate;
  latestUpdate = undefined;
  if (!next) return;
  await loadPageComponents(JSON.stringify(next.view));
  await waitForEditing();
  showUpdate(next);
  document.dispatchEvent(new Event('pagewright:shown'));
}

import.meta.hot?.on('pagewright:page', (pageUpdate: LivePage) => {
  if (isAuthorTyping()) updateBar(pageUpdate.bar);
  const frame = pageUpdate.frame ?? latestUpdate?.frame;
  latestUpdate = frame ? { ...pageUpdate, frame } : pageUpdate;
  updates = updates.then(showLatestUpdate).catch(reportError);
});
import.meta.hot?.on('pagewright:reload', () => location.reload());
import.meta.hot?.on('pagewright:connected', () => (isConnected = true));
import.meta.hot?.on('vite:ws:disconnect', waitForServer);
