import { useEffect, useState } from 'react';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import type { Filter } from '../../scripts/editing/listed-pages.ts';
import type { RecentChange } from '../../scripts/editing/recent-changes.ts';
import { type Answered, count, momentOf, useAnswer, useSettled, useStudio } from './host.ts';
import { Action, focusOn, Heading, Problem, Unseen } from './parts.tsx';

/** Milliseconds after the last key until pages are looked for. */
const untilFound = 150;

/** What the list can be narrowed to, by what people call it. */
const filters = new Map<Filter, string>([
  ['all', 'All'],
  ['live', 'Live'],
  ['drafts', 'Drafts'],
  ['later', 'Later or expired'],
  ['faults', 'To fix'],
]);

/** The address of the list, narrowed. */
const listPath = (asked: string, filter: Filter): string =>
  `/__pages?${new URLSearchParams({ ...(asked && { q: asked }), ...(filter !== 'all' && { show: filter }) })}`;

/** All pages that have a file, to be found, opened, begun and changed as a whole. */
export function PagesList({ query }: { query: URLSearchParams }) {
  const { host } = useStudio();
  const filter = [...filters.keys()].find((name) => name === query.get('show')) ?? 'all';
  const [typed, setTyped] = useState(query.get('q') ?? '');
  const asked = useSettled(typed, untilFound);
  const [answered, refresh] = useAnswer({ do: 'list', asked, filter });
  const list = answered?.isDone ? answered.answer : undefined;
  const find = (text: string) => {
    setTyped(text);
    host.go(listPath(text, filter), true);
  };
  useEffect(() => {
    addEventListener('keydown', stepThroughRows);
    return () => removeEventListener('keydown', stepThroughRows);
  }, []);
  const others = list?.recent.filter(({ id, isUndone }) => !isUndone && id !== query.get('done')) ?? [];
  return (
    <div>
      {list && <JustDone change={list.recent.find(({ id }) => id === query.get('done'))} refresh={refresh} />}
      <div className="top">
        <Heading>Pages</Heading>
        <input
          type="search"
          aria-label="Find a page"
          placeholder="Find a page by title or address"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => find(event.target.value)}
        />
        <a className="button main" href={host.address('/__pages/new')}>
          New page
        </a>
      </div>
      <Problem of={answered} />
      <p className="unseen" role="status">
        {list && asked !== '' && (list.found === 0 ? 'No page found' : `${count(list.found, 'page')} found`)}
      </p>
      {list && (
        <nav aria-label="Which pages" className="filters">
          {[...filters].map(([name, label]) => (
            <a
              key={name}
              href={host.address(listPath(typed, name))}
              aria-current={name === filter || undefined}
              className="button"
            >
              {label} <span>{list.counts[name]}</span>
            </a>
          ))}
        </nav>
      )}
      {list && <Found list={list} />}
      {others.length > 0 && <h2>Changed since the editor was started</h2>}
      {others.map((change) => (
        <div className="box row" key={change.id}>
          <p>{change.words}</p>
          <Undo change={change} refresh={refresh} />
        </div>
      ))}
    </div>
  );
}

/** The arrows go from the search to the pages, and from page to page. */
function stepThroughRows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const stops = [...document.querySelectorAll<HTMLElement>('#studio [type=search], .pages .name a')];
  const row = event.target instanceof Element && event.target.closest('.pages > li');
  const at = stops.findIndex((one) => one === event.target || (row && row.contains(one)));
  const next = stops[at + step];
  if (step === 0 || at === -1 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}

function Found({ list: { pages, found, counts } }: { list: PagesAnswers['list'] }) {
  const { host } = useStudio();
  if (found === 0)
    return (
      <p className="box">
        No page is called that. <a href={host.address('/__pages')}>Show all pages</a>
      </p>
    );
  return (
    <>
      <ul className="box pages" aria-label="Pages">
        {pages.map(({ route, title, description, status, state, faults, changed, depth }) => (
          <li key={route}>
            <p
              className="name"
              style={{ paddingInlineStart: found === counts.all ? Math.min(depth, 4) * 22 : 0 }}
            >
              <a href={host.address(route)}>{title}</a> <span className="soft">{route}</span>
              {state === 'redirect' && <span className="soft"> leads to {description}</span>}
            </p>
            <p className="state" data-state={state}>
              {status}
            </p>
            <p className="fix">{faults > 0 && `${faults} to fix`}</p>
            <p className="soft">
              {changed !== undefined && <Unseen>Changed: </Unseen>}
              {changed !== undefined && momentOf(changed)}
            </p>
            <a className="button" href={host.address(`/__pages/page?route=${encodeURIComponent(route)}`)}>
              Options<Unseen> of {title}</Unseen>
            </a>
          </li>
        ))}
      </ul>
      {found > pages.length && (
        <p className="soft">
          And {count(found - pages.length, 'more page')}. Look for words of their title or address.
        </p>
      )}
    </>
  );
}

/** What was done just now. */
function JustDone({ change, refresh }: { change: RecentChange | undefined; refresh: () => void }) {
  if (!change) return null;
  return (
    <div className="good row">
      <p role="status" tabIndex={-1} ref={focusOn} key={String(change.isUndone)}>
        {change.isUndone ? change.undoneWords : change.words}
      </p>
      {!change.isUndone && <Undo {...{ change, refresh }} />}
    </div>
  );
}

function Undo({ change: { id, words }, refresh }: { change: RecentChange; refresh: () => void }) {
  const { host, ask } = useStudio();
  const [undone, setUndone] = useState<Answered<{ open: string }>>();
  const undo = async () => {
    const answered = await ask({ do: 'undo', id });
    setUndone(answered);
    if (answered.isDone) host.go(answered.answer.open);
    // It may be what is shown already.
    refresh();
  };
  return (
    <>
      <Action act={undo}>
        Undo<Unseen>: {words}</Unseen>
      </Action>
      <Problem of={undone} />
    </>
  );
}
