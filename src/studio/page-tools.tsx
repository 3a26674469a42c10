import { type FormEvent, useRef, useState } from 'react';
import { formatCount } from '../../schema/base/text.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import type { LinkingFile } from '../../scripts/editing/page-changes.ts';
import { AddressForm } from './address-form.tsx';
import { type Result, useAnswer, useStudio } from './host.ts';
import { Action, Field, Heading, Items, Note, Picture, Problem } from './components.tsx';

/** The tool with the options for a page: preview, move, copy and delete. */
export function PageTools({ route }: { route: string }) {
  const { host, request } = useStudio();
  const [options] = useAnswer({ do: 'options', route });
  if (!options) return null;
  if (!options.isOk)
    return (
      <>
        <Heading>{options.status === 404 ? 'Page not found' : 'This page cannot be changed'}</Heading>
        <Note kind="note">{options.message}</Note>
      </>
    );
  const { page, folders, preview, version, linkingFiles } = options.answer;
  const isPage = page.state !== 'redirect';
  return (
    <>
      <Heading>{page.title}</Heading>
      <p className="soft">
        {route} · {page.status}
        {!isPage && ` · redirects to ${page.description}`}
      </p>
      {isPage && (
        <p>
          <a className="button main" href={host.url(route)}>
            Open page
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
              initialFolder={route.slice(0, route.lastIndexOf('/')) || '/'}
              initialTitle={`Copy of ${page.title}`}
              titleLabel="Title of the copy"
              action="Copy page"
              help="The copy is created as a draft, which visitors cannot open."
              submit={(copy) => request({ do: 'copy', route, version, ...copy })}
            />
          </section>
        )}
        {route !== '/' && <Delete {...{ route, version, linkingFiles }} />}
        {preview && <Preview {...preview} />}
      </div>
    </>
  );
}

/** A form that moves a page after the author has reviewed the changes. */
function Move({ route }: { route: string }) {
  const { host, request } = useStudio();
  const [to, setTo] = useState(route);
  const [result, setResult] = useState<Result<PagesAnswers['plan']>>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const plan = result?.isOk ? result.answer : undefined;
  const submitForm = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const move = plan && (await request({ do: 'move', route, to, key: plan.key }));
    if (move?.isOk) return host.navigate(move.answer.open);
    const next = move ?? (await request({ do: 'plan', route, to }));
    setBusy(false);
    setResult(next);
    if (!next.isOk) field.current?.focus();
  };
  return (
    <form className="card" onSubmit={(event) => void submitForm(event)}>
      <h2>Move or rename</h2>
      <Field
        label="New address"
        ref={field}
        autoCapitalize="off"
        value={to}
        problem={result?.isOk === false ? result.message : undefined}
        note={
          plan
            ? `${countUpdatedLinks(plan)} The changes are listed below.`
            : 'You can review the changes before the page moves.'
        }
        onChange={({ target }) => {
          setTo(target.value);
          setResult(undefined);
        }}
      />
      {plan && <Plan plan={plan} />}
      <button className={plan ? 'main' : ''} disabled={to === route} aria-disabled={isBusy}>
        {plan
          ? `Move page${plan.links === 0 ? '' : ` and update ${formatCount(plan.links, 'link')}`}`
          : 'Review changes'}
      </button>
    </form>
  );
}

const countUpdatedLinks = ({ links, linkingFiles }: PagesAnswers['plan']): string =>
  links === 0
    ? 'No links will be updated.'
    : `${formatCount(links, 'link')} on ${formatCount(linkingFiles.length, 'page')} will be updated.`;

/** Lists the changes that a move will make. */
function Plan({ plan }: { plan: PagesAnswers['plan'] }) {
  const { below, redirects, lost, linkingFiles, remaining } = plan;
  const [, ...otherRedirects] = redirects;
  return (
    <>
      <Note kind={redirects.length > 0 ? 'good' : 'note'}>
        {redirects.length > 0
          ? 'The old address will redirect to the new one permanently.'
          : 'This page was not public, so its old address will not redirect.'}
      </Note>
      {otherRedirects.length > 0 && (
        <p>{formatCount(otherRedirects.length, 'more redirect')} will be added:</p>
      )}
      <Items
        items={otherRedirects}
        max={10}
        renderItem={([from, to]) => (
          <>
            <code>{from}</code> redirects to <code>{to}</code>
          </>
        )}
      />
      {lost.length > 0 && (
        <Note kind="note">{`These addresses will not redirect, because \`_site.yaml\` cannot be changed: ${lost.join(', ')}.`}</Note>
      )}
      {below > 0 && <p>{formatCount(below, 'page')} below it will also move.</p>}
      <LinkingFiles items={linkingFiles} />
      {remaining.length > 0 && (
        <p>The old address remains in {formatCount(remaining.length, 'line')} of text or notes:</p>
      )}
      <Items items={remaining} max={10} renderItem={(line) => <code>{line}</code>} />
    </>
  );
}

function LinkingFiles({ items }: { items: readonly LinkingFile[] }) {
  const { host } = useStudio();
  return (
    <Items
      items={items}
      max={50}
      renderItem={({ title, route, links }) => (
        <>
          {route === undefined ? title : <a href={host.url(route)}>{title}</a>}{' '}
          <span className="soft">
            {[route, links && formatCount(links, 'link')].filter(Boolean).join(' · ')}
          </span>
        </>
      )}
    />
  );
}

type DeleteProps = Pick<PagesAnswers['options'], 'version' | 'linkingFiles'> & { route: string };

function Delete({ route, version, linkingFiles }: DeleteProps) {
  const { host, request } = useStudio();
  const [result, setResult] = useState<Result<{ open: string }>>();
  const deletePage = async () => {
    const next = await request({ do: 'delete', route, version });
    if (next.isOk) return host.navigate(next.answer.open);
    setResult(next);
  };
  return (
    <section className="card">
      <h2>Delete</h2>
      <p>
        {linkingFiles.length === 0 ? 'No pages link here.' : 'These pages link here. Their links will break:'}
      </p>
      <LinkingFiles items={linkingFiles} />
      <p className="soft">You can undo this in the list of pages until the editor is closed.</p>
      <Problem result={result} />
      <Action action={deletePage}>Delete page</Action>
    </section>
  );
}

const Preview = ({ result, share }: NonNullable<PagesAnswers['options']['preview']>) => (
  <section className="card" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    <h3>Search result</h3>
    {result ? (
      <div>
        <p className="soft">{result.place}</p>
        <p className="result">{result.title}</p>
        <p>{result.description}</p>
      </div>
    ) : (
      <p>Search engines do not list this page.</p>
    )}
    <h3>Shared link</h3>
    <div className="share box">
      {share.picture === undefined ? (
        <p className="soft">The share image is created when the site is built.</p>
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
