// Only for the dev server: the bar with all diagnostics, and the buttons of diagnostics in the bar and on the page.

import { pageToken } from '../ui/server-token.ts';

const bar = document.querySelector<HTMLElement>('pagewright-faults');
const key = 'pagewright-faults';

/** Updates the bar. It stays open or closed as the author left it until the diagnostics change. */
export function showBar(html: string): void {
  if (!bar) return;
  const root = bar.shadowRoot ?? bar.attachShadow({ mode: 'open' });
  const before = root.querySelector('details');
  const was = before && { open: before.open, summary: barSummary(root) };
  const scroll = root.querySelector('div')?.scrollTop ?? 0;
  if (root.innerHTML !== html) root.innerHTML = html;
  const details = root.querySelector('details');
  if (was && details && was.summary === barSummary(root)) details.open = was.open;
  root.querySelector('div')?.scrollTo({ top: scroll });
  remember();
}

const barSummary = (root: ParentNode) => root.querySelector('summary')?.textContent ?? '';

/** Restores the open state of the bar from the previous page, and stores changes by the author. */
function remember(): void {
  const root = bar?.shadowRoot;
  const details = root?.querySelector('details');
  const summary = root ? barSummary(root) : '';
  try {
    const [last, wasOpen] = (sessionStorage[key] ?? '').split('\n') as [string, string?]; // written below
    if (details && last === summary) details.open = wasOpen === 'open';
    // A click event precedes the change. `toggle` events would also store changes not made by the author.
    details?.querySelector('summary')?.addEventListener('click', () => {
      sessionStorage[key] = `${summary}\n${details.open ? 'closed' : 'open'}`;
    });
  } catch {
    // Storage is blocked.
  }
}

const say = (text: string) => {
  const status = bar?.shadowRoot?.querySelector('[role=status]');
  if (status) status.textContent = text;
};

const tokenHeader = () => ({ 'X-Pagewright-Token': pageToken() });

async function fix(id: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...tokenHeader() };
  const answer = await fetch('/__fix', { method: 'POST', headers, body: JSON.stringify({ fault: id }) });
  // The page is updated when the file is written.
  say(await answer.text());
}

/** Scrolls to the diagnostic with the anchor `#fault-…`. Returns whether it is on this page. */
export function showFault(hash: string): boolean {
  for (const element of document.querySelectorAll('pagewright-fault')) {
    const found = hash.startsWith('#fault-') && element.shadowRoot?.getElementById(hash.slice(1));
    if (!found) continue;
    // The open bar would cover it.
    bar?.shadowRoot?.querySelector('details')?.removeAttribute('open');
    found.scrollIntoView({ block: 'center' });
    found.focus({ preventScroll: true });
    return true;
  }
  return false;
}

addEventListener('click', (event) => {
  const [target] = event.composedPath() as Element[]; // the target of a click is an element
  const { open, fix: id, ask } = target?.closest('button')?.dataset ?? {};
  const link = target?.closest('a');
  if (link?.pathname === location.pathname && showFault(link.hash)) event.preventDefault();
  if (open !== undefined)
    fetch(`/__open-in-editor?file=${encodeURIComponent(open)}`, { headers: tokenHeader() }).catch(() =>
      say('The server has stopped.'),
    );
  if (id === undefined || (ask !== undefined && !confirm(ask))) return;
  fix(id).catch(() => say('The server has stopped.'));
});

remember();
