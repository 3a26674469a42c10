// Only for the dev server: tells it which state of the site a page shows, and serves the bar with all faults.

export const bar = document.querySelector<HTMLElement>('pagewright-faults');
const root = bar?.shadowRoot;
const details = root?.querySelector('details');
const status = root?.querySelector('[role=status]');
const key = 'pagewright-faults';

// A reload after each save must not open or close what the author has closed or opened.
try {
  const summary = root?.querySelector('summary')?.textContent ?? '';
  const [last, wasOpen] = (sessionStorage[key] ?? '').split('\n') as [string, string?]; // written below
  if (details && last === summary) details.open = wasOpen === 'open';
  details?.addEventListener('toggle', () => {
    sessionStorage[key] = `${summary}\n${details.open ? 'open' : 'closed'}`;
  });
} catch {
  // Storage is blocked.
}

const say = (text: string) => {
  if (status) status.textContent = text;
};

async function fix(id: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Pagewright-Token': bar?.dataset['token'] ?? '' };
  const answer = await fetch('/__fix', { method: 'POST', headers, body: JSON.stringify({ fault: id }) });
  // The page reloads when the file is written.
  say(await answer.text());
}

root?.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('button'); // only elements are clicked
  const { open, fix: id, ask } = button?.dataset ?? {};
  if (open !== undefined)
    fetch(`/__open-in-editor?file=${encodeURIComponent(open)}`).catch(() => say('The server has ended.'));
  if (id === undefined || (ask !== undefined && !confirm(ask))) return;
  fix(id).catch(() => say('The server has ended.'));
});

// As text, like all that comes from attributes.
import.meta.hot?.send('pagewright:page', { version: bar?.dataset['version'] });
