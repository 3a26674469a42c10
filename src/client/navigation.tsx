import type { ClientData } from '../page/client-data.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { normalizeAnchor } from '../../schema/markdown/plain-text.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  BrowserRouter,
  type Location,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { flushSync } from 'react-dom';
import { withTimeout } from '../ui/with-timeout.ts';
import { decodeUrlPath, isInFolders } from '../../schema/base/routes.ts';
import { urlPathToSitePath, urlPathToRoute } from '../ui/site-url.ts';
import { fetchPage, prefetchPage, type LoadedPage } from './fetch-page.ts';
import { toAriaCurrent } from '../page/current-link.ts';

/** Time in milliseconds that the pointer must rest on a link before its page is prefetched. */
const prefetchDelayMs = 65;

const emptyPaths: readonly string[] = [];

/** Follows internal links without loading a document, and prefetches pages. */
function useLinkNavigation({ otherPrograms = emptyPaths }: ClientData): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    let prefetchTimer: ReturnType<typeof setTimeout>;

    const schedulePrefetch = ({ target, type }: Event) => {
      clearTimeout(prefetchTimer);
      const path = getTargetRoute(findLink(target, otherPrograms));
      if (path !== undefined)
        prefetchTimer = setTimeout(() => prefetchPage(path), type === 'pointerover' ? prefetchDelayMs : 0);
    };
    for (const event of ['pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(event, schedulePrefetch, { signal });

    const followLink = (event: MouseEvent) => {
      const hasModifier =
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey;
      const link = findLink(event.target, otherPrograms);
      if (!link || hasModifier) return;
      event.preventDefault();
      const targetUrl = link.pathname + link.search + link.hash;
      const currentUrl = location.pathname + location.search + location.hash;
      const followTarget = () => navigate(targetUrl, { replace: targetUrl === currentUrl });
      const path = getTargetRoute(link);
      if (path === undefined) followTarget();
      // The URL changes once the page is loaded. If loading fails or takes too long, the browser follows the link.
      else withTimeout(fetchPage(path)).then(followTarget, () => location.assign(link.href));
    };
    document.addEventListener('click', followLink, { signal });

    return () => {
      clearTimeout(prefetchTimer);
      listeners.abort();
    };
  }, [navigate, otherPrograms]);
}

/**
 * Returns the link that contains an event target. Returns `undefined` if there is no link, or if it does not lead to a
 * page of this site.
 */
function findLink(
  target: EventTarget | null,
  otherPrograms: readonly string[],
): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const leavesSite =
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    /\.\w+$/.test(link.pathname) ||
    isOtherProgram(link.pathname, otherPrograms);
  return leavesSite ? undefined : link;
}

/** Returns whether another program on the same host serves a path. */
function isOtherProgram(pathname: string, otherPrograms: readonly string[]): boolean {
  const path = urlPathToSitePath(pathname);
  return path === undefined || isInFolders(decodeUrlPath(path) ?? '', otherPrograms);
}

/** Returns the route that a link leads to, or `undefined` if the link leads to an anchor on this page. */
function getTargetRoute(link: HTMLAnchorElement | undefined): string | undefined {
  const path = link && urlPathToRoute(link.pathname);
  return path === urlPathToRoute(location.pathname) ? undefined : path;
}

/**
 * Changes the page. Uses a view transition if the browser supports it and the visitor does not prefer reduced motion.
 */
function runViewTransition(changePage: () => void): void {
  // Older browsers have no `startViewTransition`, although TypeScript declares it.
  const { startViewTransition } = document as { startViewTransition?: Document['startViewTransition'] };
  if (!startViewTransition || !matchMedia('(prefers-reduced-motion: no-preference)').matches)
    return changePage();
  const transition = startViewTransition.call(document, () => flushSync(changePage));
  // `ready` rejects if the transition is skipped. The page changes in any case.
  transition.ready.catch(() => undefined);
}

const storageKey = 'scroll-positions';

interface NavigationProps {
  page?: PageView;
  first: ClientData;
  show(page: LoadedPage): void;
}

/** Navigates between pages. `page` is `undefined` while the prerendered page `first` is shown. */
export function Navigation(props: NavigationProps) {
  return (
    <BrowserRouter>
      <Router {...props} />
    </BrowserRouter>
  );
}

function Router({ page, first, show }: NavigationProps): null {
  const location = useLocation();
  const navigationType = useNavigationType();
  const path = urlPathToRoute(location.pathname) ?? '/';
  // The URL may differ from the path of the first page: the visitor may have gone back while this code was loading, and
  // the error page can have any route.
  const [firstPath] = useState(first.path === '/404' ? path : first.path);
  const hasArrived = path === (page?.path ?? firstPath);

  // The current page stays until the next page is loaded.
  useEffect(() => {
    if (hasArrived) return undefined;
    let isWanted = true;
    fetchPage(path).then(
      (next) => {
        if (!isWanted) return;
        if (hasSameFrame(next.view, first)) runViewTransition(() => isWanted && show(next));
        else window.location.reload();
      },
      // If the visitor went back, the URL has already changed, so only a reload can show the page.
      () => isWanted && window.location.reload(),
    );
    return () => void (isWanted = false);
  }, [hasArrived, first, path, show]);

  useLinkNavigation(first);
  useArrival(hasArrived, page, location, navigationType);
  return null;
}

/** Returns whether a page has the same language, header, footer and fonts as the current page. */
const hasSameFrame = (next: PageView, current: ClientData) =>
  JSON.stringify(next.header) === JSON.stringify(current.header) &&
  next.language === current.language &&
  (!next.extendedLatin || current.extendedLatin);

/**
 * Returns the stored scroll positions of pages. If storage is blocked, the positions are lost on the next page load.
 */
function readStoredPositions(): Map<string, number> {
  try {
    // `useArrival` wrote this value, so it has the expected type.
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/**
 * After a navigation, does what browsers do after loading a page: closes menus, restores the scroll position and moves
 * the focus.
 */
function useArrival(
  hasArrived: boolean,
  page: PageView | undefined,
  location: Location,
  navigationType: NavigationType,
): void {
  const positionKey = location.key + location.hash;
  const lastArrival = useRef({ entry: positionKey, location, page });
  const [positions] = useState(readStoredPositions);

  useEffect(() => {
    // Scroll positions are restored by this code. The browser would restore them before the new page is rendered.
    history.scrollRestoration = 'manual';
    const savePosition = () => positions.set(lastArrival.current.entry, scrollY);
    const handlePageHide = () => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
      } catch {}
      history.scrollRestoration = 'auto';
    };
    const handlePageShow = () => (history.scrollRestoration = 'manual');
    savePosition();
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('scroll', savePosition, { passive: true, signal });
    addEventListener('pagehide', handlePageHide, { signal });
    addEventListener('pageshow', handlePageShow, { signal });
    return () => listeners.abort();
  }, [positions]);

  useLayoutEffect(() => {
    if (!hasArrived || lastArrival.current.location === location) return;
    const isSamePage = lastArrival.current.page === page;
    lastArrival.current = { entry: positionKey, location, page };
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover();
    if (page && !isSamePage) announcePage(page);
    const position = navigationType === NavigationType.Pop ? positions.get(positionKey) : undefined;
    const target = location.hash ? document.getElementById(normalizeAnchor(location.hash.slice(1))) : null;
    const behavior = isSamePage ? 'auto' : 'instant';
    if (position !== undefined) scrollTo({ top: position, behavior: 'instant' });
    else if (target) {
      target.scrollIntoView({ behavior });
      target.focus({ preventScroll: true });
    } else scrollTo({ top: 0, behavior });
  }, [hasArrived, positionKey, navigationType, location, page, positions]);
}

/** Marks the links to the current page, focuses the page heading and announces the page title. */
function announcePage(page: PageView): void {
  for (const link of document.querySelectorAll<HTMLElement>(
    // Skips featured pages in menus (`aside`), which may belong to another menu.
    'header a:not(aside a), header [data-to], footer a',
  )) {
    const ariaValue = toAriaCurrent(
      link.dataset['to'] ?? urlPathToSitePath(link.getAttribute('href') ?? '') ?? '',
      page.path,
      link.dataset['covers']?.split(' '),
    );
    if (ariaValue) link.setAttribute('aria-current', ariaValue);
    else link.removeAttribute('aria-current');
  }
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  const announcer = document.getElementById('announcer');
  if (announcer) announcer.textContent = page.title;
}
