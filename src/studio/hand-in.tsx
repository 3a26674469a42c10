import { useEffect, useState } from 'react';
import type { Changes } from '../../scripts/editing/answer-changes.ts';
import type { ListedFile } from '../../scripts/editing/change-list.ts';
import { ChangedFile } from './changed-file.tsx';
import { HandInForm } from './hand-in-form.tsx';
import { type Answered, count, type Done, momentOf, type NoChanges, useAnswer, useStudio } from './host.ts';
import { Action, Heading, Note, Problem, Unseen } from './parts.tsx';

const pathOf = ({ paths }: ListedFile): string => paths.at(-1) ?? '';
const toSeen = (file: ListedFile) => ({ path: pathOf(file), version: file.version });

/** Everything that has changed, in words: chosen, taken back and handed in. */
export function HandIn() {
  const { ask } = useStudio();
  const [changes, refresh] = useAnswer({ do: 'changes' });
  /** The paths of the files that wait. */
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [done, setDone] = useState<Answered<Done>>();
  useEffect(() => {
    // What has changed in another window meanwhile.
    const look = () => document.hidden || refresh();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);
  const act = async (asked: Promise<Answered<Done>>) => {
    const answered = await asked;
    setDone(answered);
    refresh();
    if (answered.isDone) document.querySelector<HTMLElement>('#studio h1')?.focus();
    return answered.isDone;
  };
  if (!changes?.isDone) return changes && <Problem of={changes} />;
  if (!('files' in changes.answer)) return <WithoutHistory {...changes.answer} />;
  const { files, takenBack, notes, safePlace, conflicts = [] } = changes.answer;
  const chosen = files.filter((file) => !waiting.includes(pathOf(file)));
  return (
    <>
      <div>
        <Heading>{headingOf(files)}</Heading>
        <p className="soft">{introOf(changes.answer)}</p>
        {notes.map((note) => (
          <Note kind="note" key={note}>
            {note}
          </Note>
        ))}
        {conflicts.map(({ path, what, both }) => (
          <section className="card" aria-label={`Two versions of ${path}`} key={path}>
            <Note kind="note">{`${path} was ${what}. Nothing is lost: choose one version.`}</Note>
            {both.map(({ mine, theirs }) => (
              <pre key={mine + theirs}>
                There: {theirs}
                {'\n'}Yours: {mine}
              </pre>
            ))}
            <p className="row">
              <Action isMain act={() => act(ask({ do: 'resolve', path, side: 'mine' }))}>
                Keep mine
              </Action>
              <Action act={() => act(ask({ do: 'resolve', path, side: 'theirs' }))}>Take the other</Action>
            </p>
          </section>
        ))}
        {files.map((file) => (
          <ChangedFile
            key={pathOf(file)}
            file={file}
            isChosen={chosen.includes(file)}
            choose={(isChosen) =>
              setWaiting([
                ...waiting.filter((path) => path !== pathOf(file)),
                ...(isChosen ? [] : [pathOf(file)]),
              ])
            }
            takeBack={() => act(ask({ do: 'take-back', files: [toSeen(file)] }))}
          />
        ))}
        {takenBack.length > 0 && (
          <>
            <h2>Taken back</h2>
            <Note kind="soft">{`What you wrote there is in a safe place (${safePlace}).`}</Note>
          </>
        )}
        {takenBack.map(({ id, title, at }) => (
          <div className="box row" key={id}>
            <p>
              <b>{title}</b> <span className="soft">{momentOf(at)}</span>
            </p>
            <Action act={() => act(ask({ do: 'put-back', id }))}>
              Put it back<Unseen>: {title}</Unseen>
            </Action>
          </div>
        ))}
      </div>
      <div>
        <Outcome changes={changes.answer} done={done} send={() => act(ask({ do: 'send' }))} />
        {changes.answer.blocked === undefined && files.length > 0 && conflicts.length === 0 && (
          <HandInForm
            changes={changes.answer}
            chosen={chosen}
            handIn={(words) => act(ask({ do: 'hand-in', files: chosen.map(toSeen), ...words }))}
          />
        )}
      </div>
    </>
  );
}

function headingOf(files: readonly ListedFile[]): string {
  const changes = files.reduce((sum, file) => sum + Math.max(1, file.changes.length), 0);
  return changes === 0 ? 'Nothing to hand in' : `Hand in ${count(changes, 'change')}`;
}

function introOf({ files, since, others = 0 }: Changes): string {
  const when = since === undefined ? '' : ` since the version of ${momentOf(since).toLowerCase()}`;
  const intro =
    files.length === 0
      ? `Nothing has changed${when}. What you change in pages appears here.`
      : `Everything that has changed${when}. Untick what should wait.`;
  return others === 0 ? intro : `${intro} Of other files, ${count(others, 'changed one')} stay as they are.`;
}

const WithoutHistory = ({ message, said, folder, folders }: NoChanges) => (
  <div>
    <Heading>Hand in</Heading>
    <Note kind="note">{message}</Note>
    <Said>{said}</Said>
    <p>
      Send these folders to the maintainer of the site: <b>{folders.join(', ')}</b>. They are in{' '}
      <code>{folder}</code>.
    </p>
  </div>
);

/** What git said. */
const Said = ({ children }: { children: string | undefined }) =>
  children ? (
    <details>
      <summary>What git said</summary>
      <pre>{children}</pre>
    </details>
  ) : null;

interface OutcomeProps {
  changes: Changes;
  done: Answered<Done> | undefined;
  send: () => Promise<unknown>;
}

/** What happened to changes just now and before. */
function Outcome({ changes: { blocked, unsent = 0, last, branch }, done, send }: OutcomeProps) {
  const answer: Partial<Done> | undefined = done?.isDone ? done.answer : done;
  const kind = done?.isDone === false ? 'bad' : answer?.state === 'waiting' ? 'note' : 'good';
  const isSent = answer?.state === 'sent';
  return (
    <>
      <div role="status" id="result">
        {answer?.message !== undefined && (
          <section className="card">
            <Note kind={kind}>{answer.message}</Note>
            {isSent && <OpenRequest {...answer} />}
            {kind !== 'good' && <Said>{answer.said}</Said>}
          </section>
        )}
      </div>
      {blocked !== undefined && <Note kind="note">{blocked}</Note>}
      {blocked === undefined && unsent > 0 && (
        <section className="card">
          <Note kind="note">
            {`${count(unsent, 'hand-in')} ${unsent === 1 ? 'waits' : 'wait'} to be sent. Your work is safe on this computer.`}
          </Note>
          <Action isMain act={send}>
            Send now
          </Action>
        </section>
      )}
      {/* What was just sent is not said twice. */}
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
    <Note kind="soft">{`Its branch is \`${branch}\`: the maintainer of the site can open it there.`}</Note>
  ) : (
    <p>
      <a className="button" href={link} target="_blank" rel="noreferrer">
        Open the request at {new URL(link).hostname}
      </a>
    </p>
  );
