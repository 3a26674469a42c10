import { useEffect, useState } from 'react';
import { formatCount } from '../../schema/base/text.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import type { Filter } from '../../scripts/editing/page-list.ts';
import type { RecentChange } from '../../scripts/editing/journal.ts';
import { formatMoment, type Result, useAnswer, useDebounced, useStudio } from './host.ts';
import { Action, focusElement, Heading, Problem, VisuallyHidden } from './components.tsx';

/** Milliseconds to wait after the last key press before searching. */
const searchDelayMs = 150;

/** The labels of the filters. */
const filterLabels = new Map<Filter, string>([
  ['all', 'All'],
  ['live', 'Live'],
  ['drafts', 'Drafts'],
  ['later', 'Scheduled or expired'],
  ['redirects', 'Redirects'],
  ['faults', 'To fix'],
]);

/** Returns the path of the list of pages with a search and a filter in its query. */
const listPath = (search: string, filter: Filter): string =>
  `/__pages?${new URLSearchParams({ ...(search && { q: search }), ...(filter !== 'all' && { show: filter }) })}`;

/** Lists all pages that have a file, with a search and filters. */
export function PagesList({ query }: { query: URLSearchParams }) {
  const { host } = useStudio();
  const filter = [...filterLabels.keys()].find((name) => name === query.get('show')) ?? 'all';
  const [search, setSearch] = useState(query.get('q') ?? '');
  const debouncedSearch = useDebounced(search, searchDelayMs);
  const [result, refresh] = useAnswer({ do: 'list', query: debouncedSearch, filter });
  const list = result?.isOk ? result.answer : undefined;
  const updateSearch = (text: string) => {
    setSearch(text);
    host.navigate(listPath(text, filter), true);
  };
  useEffect(() => {
    addEventListener('keydown', moveFocusByArrows);
    return () => removeEventListener('keydown', moveFocusByArrows);
  }, []);
  const latestChange = list?.recent.find(({ id }) => id === query.get('done'));
  const otherChanges = list?.recent.filter((change) => !change.isUndone && change !== latestChange) ?? [];
  return (
    <div>
      {latestChange && <LatestChange change={latestChange} refresh={refresh} />}
      <div className="top">
        <Heading>Pages</Heading>
        <input
          type="search"
          aria-label="Find a page"
          placeholder="Find a page by title or address"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => updateSearch(event.target.value)}
        />
        <a className="button main" href={host.url('/__pages/new')}>
          New page
        </a>
      </div>
      <Problem result={result} />
      <p className="visually-hidden" role="status">
        {list &&
          debouncedSearch !== '' &&
          (list.found === 0 ? 'No pages found' : `${formatCount(list.found, 'page')} found`)}
      </p>
      {list && (
        <nav aria-label="Filters" className="filters">
          {[...filterLabels].map(([name, label]) => (
            <a
              key={name}
              href={host.url(listPath(search, name))}
              aria-current={name === filter || undefined}
              className="button"
            >
              {label} <span>{list.counts[name]}</span>
            </a>
          ))}
        </nav>
      )}
      {list && <Results list={list} />}
      {otherChanges.length > 0 && <h2>Recent changes</h2>}
      {otherChanges.map((change) => (
        <div className="box row" key={change.id}>
          <p>{change.message}</p>
          <Undo change={change} refresh={refresh} />
        </div>
      ))}
    </div>
  );
}

/** Moves the focus between the search field and the pages when an arrow key is pressed. */
function moveFocusByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const focusTargets = [...document.querySelectorAll<HTMLElement>('#studio [type=search], .pages .name a')];
  const row = event.target instanceof Element && event.target.closest('.pages > li');
  const index = focusTargets.findIndex((target) => target === event.target || (row && row.contains(target)));
  const next = focusTargets[index + step];
  if (step === 0 || index === -1 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}

function Results({ list: { pages, found, counts } }: { list: PagesAnswers['list'] }) {
  const { host } = useStudio();
  if (found === 0)
    return (
      <p className="box">
        No pages match your search. <a href={host.url('/__pages')}>Show all pages</a>
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
              <a href={host.url(route)}>{title}</a> <span className="soft">{route}</span>
              {state === 'redirect' && <span className="soft"> redirects to {description}</span>}
            </p>
            <p className="state" data-state={state}>
              {status}
            </p>
            <p className="fix">{faults > 0 && `${faults} to fix`}</p>
            <p className="soft">
              {changed !== undefined && (
                <>
                  <VisuallyHidden>Changed: </VisuallyHidden>
                  {formatMoment(changed)}
                </>
              )}
            </p>
            <a className="button" href={host.url(`/__pages/page?route=${encodeURIComponent(route)}`)}>
              Options<VisuallyHidden> of {title}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
      {found > pages.length && (
        <p className="soft">
          {formatCount(found - pages.length, 'more page')} not shown. Search by title or address to find them.
        </p>
      )}
    </>
  );
}

interface ChangeProps {
  change: RecentChange;
  refresh: () => void;
}

/** Shows the message of the change that the author has just made, with a button to undo the change. */
function LatestChange({ change, refresh }: ChangeProps) {
  return (
    <div className="good row">
      <p role="status" tabIndex={-1} ref={focusElement} key={String(change.isUndone)}>
        {change.isUndone ? change.undoneMessage : change.message}
      </p>
      {!change.isUndone && <Undo {...{ change, refresh }} />}
    </div>
  );
}

function Undo({ change: { id, message }, refresh }: ChangeProps) {
  const { host, request } = useStudio();
  const [result, setResult] = useState<Result<{ open: string }>>();
  const undo = async () => {
    const next = await request({ do: 'undo', id });
    setResult(next);
    if (next.isOk) host.navigate(next.answer.open);
    // Refresh the list, because it may already be open at this path.
    refresh();
  };
  return (
    <>
      <Action action={undo}>
        Undo<VisuallyHidden>: {message}</VisuallyHidden>
      </Action>
      <Problem result={result} />
    </>
  );
}
