import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startControls } from './controls.ts';
import { routeOfListPage } from './fetch-page.ts';
import type { ClientData } from '../page/page-view.ts';

export { waitForHydration as hydrated } from './islands.ts';

const main = document.querySelector('main');
const data = document.getElementById('page')?.textContent;
if (!main || !data) throw new Error('This document was not prerendered.');
const first = JSON.parse(data) as ClientData; // written by our own prerendering

if (first.path === '/404') console.info(`No page has the address ${location.pathname}`);

// Going back across a full load can change the URL without a load: then the document is another page's.
if (first.path !== '/404' && first.path !== routeOfListPage(location.pathname)) location.reload();
else {
  startControls();
  const start = () => {
    hydrateRoot(main, <App first={first} />, {
      // A block that fails reports that itself, once: see block-boundary.tsx.
      onCaughtError: () => undefined,
      // React renders such a block a second time and reports the first error as its cause. Without a cause it
      // is an error of this application.
      onRecoverableError: (problem) =>
        problem instanceof Error && problem.cause !== undefined ? undefined : reportError(problem),
    });
  };
  // As a transition, hydration pauses every few milliseconds, so that a tap or a scroll need not wait.
  startTransition(start);
}
