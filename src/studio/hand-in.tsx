import { useEffect, useState } from 'react';
import { formatCount } from '../../schema/base/text.ts';
import type { Changes } from '../../scripts/editing/answer-changes.ts';
import type { ListedFile } from '../../scripts/editing/change-list.ts';
import { countChanges } from '../editor/site-changes.ts';
import { ChangedFile, toNewPath } from './changed-file.tsx';
import { HandInForm } from './hand-in-form.tsx';
import {
  type Confirmation,
  formatMoment,
  type NoChanges,
  type Result,
  useAnswer,
  useStudio,
} from './host.ts';
import { Action, Heading, Note, Problem, VisuallyHidden } from './components.tsx';

const toReference = (file: ListedFile) => ({ path: toNewPath(file), version: file.version });

/** Lists all changes. Authors can select changes, undo or restore them, and hand them in. */
export function HandIn() {
  const { request } = useStudio();
  const [changes, refresh] = useAnswer({ do: 'changes' });
  /** The paths of the files that are not selected. */
  const [unselectedPaths, setUnselectedPaths] = useState<readonly string[]>([]);
  const [result, setResult] = useState<Result<Confirmation>>();
  useEffect(() => {
    // Files may have changed in another window.
    const refreshIfVisible = () => document.hidden || void refresh();
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => document.removeEventListener('visibilitychange', refreshIfVisible);
  }, [refresh]);
  useEffect(() => {
    if (result?.isOk) document.querySelector<HTMLElement>('#studio h1')?.focus();
  }, [result]);
  const runAction = async (action: Promise<Result<Confirmation>>) => {
    const next = await action;
    // Show the result together with the new list, so that changes which were just sent cannot be sent again.
    await refresh();
    setResult(next);
    return next.isOk;
  };
  if (!changes?.isOk) return changes && <Problem result={changes} />;
  if (!('files' in changes.answer)) return <NoHistory {...changes.answer} />;
  const { files, discarded, notes, storage, conflicts = [] } = changes.answer;
  const selection = files.filter((file) => !unselectedPaths.includes(toNewPath(file)));
  return (
    <>
      <div>
        <Heading>{toHeading(files, result)}</Heading>
        <p className="soft">{toIntroduction(changes.answer)}</p>
        {notes.map((note) => (
          <Note kind="note" key={note}>
            {note}
          </Note>
        ))}
        {conflicts.map(({ path, cause, lines }) => (
          <section className="card" aria-label={`Two versions of ${path}`} key={path}>
            <Note kind="note">{`${path} was ${cause}. Choose the version to use. Until then, both are saved.`}</Note>
            {lines.map(({ mine, theirs }) => (
              <pre key={mine + theirs}>
                Theirs: {theirs}
                {'\n'}Yours: {mine}
              </pre>
            ))}
            <p className="row">
              <Action isMain action={() => runAction(request({ do: 'resolve', path, side: 'mine' }))}>
                Keep my version
              </Action>
              <Action action={() => runAction(request({ do: 'resolve', path, side: 'theirs' }))}>
                Use their version
              </Action>
            </p>
          </section>
        ))}
        {files.map((file) => (
          <ChangedFile
            key={toNewPath(file)}
            file={file}
            isSelected={selection.includes(file)}
            select={(isSelected) =>
              setUnselectedPaths([
                ...unselectedPaths.filter((path) => path !== toNewPath(file)),
                ...(isSelected ? [] : [toNewPath(file)]),
              ])
            }
            undo={() => runAction(request({ do: 'discard', files: [toReference(file)] }))}
          />
        ))}
        {discarded.length > 0 && (
          <>
            <h2>Undone changes</h2>
            <Note kind="soft">{`Your versions are saved in ${storage}.`}</Note>
          </>
        )}
        {discarded.map(({ id, title, at }) => (
          <div className="box row" key={id}>
            <p>
              <b>{title}</b> <span className="soft">{formatMoment(at)}</span>
            </p>
            <Action action={() => runAction(request({ do: 'restore', id }))}>
              Restore<VisuallyHidden>: {title}</VisuallyHidden>
            </Action>
          </div>
        ))}
      </div>
      <div>
        <Outcome changes={changes.answer} result={result} send={() => runAction(request({ do: 'send' }))} />
        {changes.answer.blocked === undefined && files.length > 0 && conflicts.length === 0 && (
          <HandInForm
            changes={changes.answer}
            selection={selection}
            handIn={(details) =>
              runAction(request({ do: 'hand-in', files: selection.map(toReference), ...details }))
            }
          />
        )}
      </div>
    </>
  );
}

function toHeading(files: readonly ListedFile[], result: Result<Confirmation> | undefined): string {
  const changes = countChanges(files);
  if (changes > 0) return `Hand in ${formatCount(changes, 'change')}`;
  return result?.isOk && result.answer.state === 'sent' ? 'Sent for review' : 'Nothing to hand in';
}

function toIntroduction({ files, since, otherFiles = 0 }: Changes): string {
  const version = since === undefined ? '' : ` since the version of ${formatMoment(since).toLowerCase()}`;
  const introduction =
    files.length === 0
      ? `Nothing has changed${version}. Your changes will be listed here.`
      : `These are all changes${version}. Select the changes to hand in.`;
  return otherFiles === 0
    ? introduction
    : `${introduction} ${formatCount(otherFiles, 'changed file')} outside the site ${otherFiles === 1 ? 'is' : 'are'} not included.`;
}

const NoHistory = ({ message, output, folder, folders }: NoChanges) => (
  <div>
    <Heading>Hand in</Heading>
    <Note kind="note">{message}</Note>
    <Output>{output}</Output>
    <p>
      Send these folders to the maintainer of the site: <b>{folders.join(', ')}</b>. They are in{' '}
      <code>{folder}</code>.
    </p>
  </div>
);

const Output = ({ children }: { children: string | undefined }) =>
  children ? (
    <details>
      <summary>Output of git</summary>
      <pre>{children}</pre>
    </details>
  ) : null;

interface OutcomeProps {
  changes: Changes;
  result: Result<Confirmation> | undefined;
  send: () => Promise<unknown>;
}

/** Shows the result of the last action, and the state of earlier hand-ins. */
function Outcome({ changes: { blocked, unsent = 0, last, branch }, result, send }: OutcomeProps) {
  const answer: Partial<Confirmation> | undefined = result?.isOk ? result.answer : result;
  const kind = result?.isOk === false ? 'bad' : answer?.state === 'waiting' ? 'note' : 'good';
  const isSent = answer?.state === 'sent';
  return (
    <>
      <div role="status" id="result">
        {answer?.message !== undefined && (
          <section className="card">
            <Note kind={kind}>{answer.message}</Note>
            {isSent && <OpenRequest {...answer} />}
            {kind !== 'good' && <Output>{answer.output}</Output>}
          </section>
        )}
      </div>
      {blocked !== undefined && <Note kind="note">{blocked}</Note>}
      {blocked === undefined && unsent > 0 && (
        <section className="card">
          <Note kind="note">
            {`${formatCount(unsent, 'hand-in')} ${unsent === 1 ? 'has' : 'have'} not been sent yet. Your changes are saved on this computer.`}
          </Note>
          <Action isMain action={send}>
            Send now
          </Action>
        </section>
      )}
      {/* If the changes have just been sent, the result above already names the request. */}
      {blocked === undefined && last && !isSent && (
        <section className="card">
          <Note kind="good">{`Sent: ${last.title}`}</Note>
          <OpenRequest link={last.link} branch={branch} />
        </section>
      )}
    </>
  );
}

const OpenRequest = ({ link, branch }: { link?: string | undefined; branch?: string | undefined }) =>
  link === undefined ? (
    <Note kind="soft">{`Ask the site maintainer to open a pull request from branch \`${branch}\`. Your changes go live when it is accepted.`}</Note>
  ) : (
    <>
      <p>
        <a className="button" href={link} target="_blank" rel="noreferrer">
          Open the request on {new URL(link).hostname}
        </a>
      </p>
      <Note kind="soft">Your changes go live when the request is accepted.</Note>
    </>
  );
