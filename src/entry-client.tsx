import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import type { FirstView } from './page-view.ts';
import { pageAddress } from './pages.ts';

const main = document.querySelector('main');
const data = document.getElementById('page')?.textContent;
if (!main || !data) throw new Error('This document was not prerendered.');
const first = JSON.parse(data) as FirstView; // written by our own prerendering

if (first.path === '/404') console.info(`No page has the address ${location.pathname}`);

// Going back across a full load can change the address without a load: then the document is another page's.
if (first.path !== '/404' && first.path !== pageAddress(location.pathname)) location.reload();
else hydrateRoot(main, <App first={first} />);
