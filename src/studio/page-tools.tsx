import { type FormEvent, useRef, useState } from 'react';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import type { Mentioning } from '../../scripts/editing/page-changes.ts';
import { AddressForm } from './address-form.tsx';
import { type Answered, count, useAnswer, useStudio } from './host.ts';
import { Action, Field, Heading, Items, Note, Picture, Problem } from './parts.tsx';

/** A page as a whole: moved, copied, deleted, and as others see it. */
export function PageTools({ route }: { route: string }) {
  const { host, ask } = useStudio();
  const [options] = useAnswer({ do: 'options', route });
  if (!options) return null;
  if (!options.isDone)
    return (
      <>
        <Heading>{options.status === 404 ? 'No such page' : 'This page cannot be changed'}</Heading>
        <Note kind="note">{options.message}</Note>
      </>
    );
  const { page, folders, look, version, mentioning } = options.answer;
  const isPage = page.state !== 'redirect';
  return (
    <>
      <Heading>{page.title}</Heading>
      <p className="soft">
        {route} · {page.status}
        {!isPage && ` · leads to ${page.description}`}
      </p>
      {isPage && (
        <p>
          <a className="button main" href={host.address(route)}>
            Open the page
          </a>
        </p>
      )}
      <div className="tools">
        {isPage && route !== '/' && route !== '/404' && <Move route={route} />}
        {isPage && (
          <section className="card">
            <h2>Copy</h2>
            <AddressForm
              folders={folders}
              folder={route.slice(0, route.lastIndexOf('/')) || '/'}
              title={`Copy of ${page.title}`}
              titleLabel="Title of the copy"
              label="Copy the page"
              help="The copy is a draft: visitors cannot open it."
              submit={(copy) => ask({ do: 'copy', route, version, ...copy })}
            />
          </section>
        )}
        {route !== '/' && <Delete {...{ route, version, mentioning }} />}
        {look && <Look {...look} />}
      </div>
    </>
  );
}

/** A page moves when the author has seen what that changes. Another address makes another plan. */
function Move({ route }: { route: string }) {
  const { host, ask } = useStudio();
  const [to, setTo] = useState(route);
  const [planned, setPlanned] = useState<Answered<PagesAnswers['plan']>>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const plan = planned?.isDone ? planned.answer : undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const done = plan && (await ask({ do: 'move', route, to, key: plan.key }));
    if (done?.isDone) return host.go(done.answer.open);
    const answered = done ?? (await ask({ do: 'plan', route, to }));
    setBusy(false);
    setPlanned(answered);
    if (!answered.isDone) field.current?.focus();
  };
  return (
    <form className="card" onSubmit={(event) => void send(event)}>
      <h2>Move or rename</h2>
      <Field
        label="New address"
        ref={field}
        autoCapitalize="off"
        value={to}
        problem={planned?.isDone === false ? planned.message : undefined}
        note={
          plan
            ? `${rewrittenLinks(plan)} You see below what changes.`
            : 'You see what changes before anything does.'
        }
        onChange={({ target }) => {
          setTo(target.value);
          setPlanned(undefined);
        }}
      />
      {plan && <Plan plan={plan} />}
      <button className={plan ? 'main' : ''} disabled={isBusy || to === route}>
        {plan
          ? `Move the page${plan.links === 0 ? '' : ` and ${count(plan.links, 'link')}`}`
          : 'See what changes'}
      </button>
    </form>
  );
}

const rewrittenLinks = ({ links, mentioning }: PagesAnswers['plan']): string =>
  links === 0
    ? 'No link has to be rewritten.'
    : `${count(links, 'link')} on ${count(mentioning.length, 'page')} will be rewritten.`;

/** What a move does. */
function Plan({ plan }: { plan: PagesAnswers['plan'] }) {
  const { below, leading, lost, mentioning, remaining } = plan;
  const [, ...others] = leading;
  return (
    <>
      <Note kind={leading.length > 0 ? 'good' : 'note'}>
        {leading.length > 0
          ? 'No dead end. The old address leads to the new one for good.'
          : 'It was not public, so its old address leads nowhere then.'}
      </Note>
      {others.length > 0 && <p>{count(others.length, 'more redirect')} will be added:</p>}
      <Items
        all={others}
        most={10}
        renderItem={([from, to]) => (
          <>
            <code>{from}</code> leads to <code>{to}</code>
          </>
        )}
      />
      {lost.length > 0 && (
        <Note kind="note">{`These addresses lead nowhere then, as \`_site.yaml\` cannot be changed: ${lost.join(', ')}.`}</Note>
      )}
      {below > 0 && (
        <p>
          {count(below, 'page')} below it {below === 1 ? 'moves' : 'move'} along.
        </p>
      )}
      <Mentions all={mentioning} />
      {remaining.length > 0 && (
        <p>The old address stays in {count(remaining.length, 'line')} of text or notes:</p>
      )}
      <Items all={remaining} most={10} renderItem={(line) => <code>{line}</code>} />
    </>
  );
}

function Mentions({ all }: { all: readonly Mentioning[] }) {
  const { host } = useStudio();
  return (
    <Items
      all={all}
      most={50}
      renderItem={({ title, route, links }) => (
        <>
          {route === undefined ? title : <a href={host.address(route)}>{title}</a>}{' '}
          <span className="soft">{[route, links && count(links, 'link')].filter(Boolean).join(' · ')}</span>
        </>
      )}
    />
  );
}

type DeleteProps = Pick<PagesAnswers['options'], 'version' | 'mentioning'> & { route: string };

function Delete({ route, version, mentioning }: DeleteProps) {
  const { host, ask } = useStudio();
  const [deleted, setDeleted] = useState<Answered<{ open: string }>>();
  const remove = async () => {
    const answered = await ask({ do: 'delete', route, version });
    if (answered.isDone) return host.go(answered.answer.open);
    setDeleted(answered);
  };
  return (
    <section className="card">
      <h2>Delete</h2>
      <p>
        {mentioning.length === 0
          ? 'No page links here.'
          : 'These link here. Their links lead nowhere then, and are listed to be fixed:'}
      </p>
      <Mentions all={mentioning} />
      <p className="soft">You can undo it in the list of pages, as long as the editor runs.</p>
      <Problem of={deleted} />
      <Action act={remove}>Delete the page</Action>
    </section>
  );
}

const Look = ({ result, share }: NonNullable<PagesAnswers['options']['look']>) => (
  <section className="card" aria-labelledby="look">
    <h2 id="look">How others see it</h2>
    <h3>In a search result</h3>
    {result ? (
      <div>
        <p className="soft">{result.place}</p>
        <p className="result">{result.title}</p>
        <p>{result.description}</p>
      </div>
    ) : (
      <p>Search engines do not list this page.</p>
    )}
    <h3>As a link that somebody shares</h3>
    <div className="share box">
      {share.picture === undefined ? (
        <p className="soft">The picture of links is drawn when the site is built.</p>
      ) : (
        <Picture path={share.picture} alt={share.alt} />
      )}
      <p>
        <span className="soft">{share.host}</span>
        <b>{share.title}</b>
        <span className="soft">{share.description}</span>
      </p>
    </div>
  </section>
);
