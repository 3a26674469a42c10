import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Changes, HandInWords, Look } from '../../scripts/editing/answer-changes.ts';
import type { ListedFile } from '../../scripts/editing/change-list.ts';
import { Words } from '../editor/words.tsx';
import { count, useAnswer, useSettled, useStudio } from './host.ts';
import { Action, Field, Items } from './parts.tsx';

interface HandInFormProps {
  changes: Changes;
  chosen: readonly ListedFile[];
  /** Resolves to whether it is done. */
  handIn: (words: HandInWords & { withFaults: boolean }) => Promise<boolean>;
}

/** What the author says of the changes, and what is to be known before they are sent. */
export function HandInForm({ changes, chosen, handIn }: HandInFormProps) {
  const { maxTitle, reviewedAt, needsIdentity } = changes;
  /** Undefined until the author writes another title than the proposed one. */
  const [written, setWritten] = useState<string>();
  const [note, setNote] = useState('');
  const [withFaults, setWithFaults] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const settled = useSettled(written ?? '', 400);
  const paths = chosen.map((file) => file.paths.at(-1) ?? '');
  const [looked] = useAnswer(
    { do: 'look', paths, title: settled },
    changes.files.map(({ version }) => version).join(),
  );
  const look = looked?.isDone ? looked.answer : undefined;
  const title = written ?? look?.title ?? '';
  const isReady = chosen.length > 0 && !isBusy && look !== undefined && (look.count === 0 || withFaults);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) return;
    const fields = new FormData(event.currentTarget);
    const identity = { name: String(fields.get('name')), email: String(fields.get('email')) };
    setBusy(true);
    const isDone = await handIn({ title, note, withFaults, ...(needsIdentity && { identity }) });
    setBusy(false);
    if (!isDone) return;
    setWritten(undefined);
    setNote('');
  };
  return (
    <form className="card" ref={form} onSubmit={(event) => void send(event)}>
      {reviewedAt === undefined && <Offline folder={changes.folder ?? ''} {...{ chosen, note, title }} />}
      <Field
        label="In one line"
        note={written === undefined ? 'Proposed from your changes.' : ''}
        required
        maxLength={maxTitle}
        value={title}
        onChange={(event) => setWritten(event.target.value)}
      />
      <label>
        A word to the reviewer <span className="soft">optional</span>
        <textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      {needsIdentity && (
        <fieldset>
          <legend>Who are you?</legend>
          <p className="soft">
            Git on this computer does not know your name yet. It is noted with each change.
          </p>
          <Field label="Name" name="name" required autoComplete="name" />
          <Field label="E-mail" name="email" type="email" required autoComplete="email" />
        </fieldset>
      )}
      {look && chosen.length > 0 && <Faults look={look} isAgreed={withFaults} agree={setWithFaults} />}
      <button className="main" disabled={!isReady}>
        {isBusy ? 'Handing in…' : reviewedAt === undefined ? 'I have sent them' : 'Send for review'}
      </button>
      <p className="soft" id="plan">
        {chosen.length === 0
          ? 'Tick what you want to hand in.'
          : look &&
            `In the repository: 1 commit, ${count(look.paths.length, 'file')}, branch ${look.branch}. Nothing else is touched.`}
        {reviewedAt !== undefined &&
          ` Then a link opens the request at ${reviewedAt}. It goes live when somebody has accepted it; you can go on editing.`}
      </p>
    </form>
  );
}

interface FaultsProps {
  look: Look;
  isAgreed: boolean;
  agree: (isAgreed: boolean) => void;
}

/** What the checker says of the site as it is handed in. */
function Faults({ look: { count: faults, faults: first, pages }, isAgreed, agree }: FaultsProps) {
  const { host } = useStudio();
  if (faults === 0)
    return (
      <p className="good">
        <b>Nothing to fix.</b> {count(pages, 'page')} {pages === 1 ? 'was' : 'were'} checked.
      </p>
    );
  return (
    <div className="bad">
      <b>{count(faults, 'fault')} to fix</b>
      <Items
        all={first}
        most={first.length}
        renderItem={({ place, message, route }) => (
          <>
            {route === undefined ? place : <a href={host.address(route)}>{place}</a>}:{' '}
            <Words>{message}</Words>
          </>
        )}
      />
      {faults > first.length && <p>And {faults - first.length} more.</p>}
      <label className="tick">
        <input type="checkbox" checked={isAgreed} onChange={(event) => agree(event.target.checked)} />
        Hand it in all the same. The check of the site will refuse it until this is fixed.
      </label>
    </div>
  );
}

interface OfflineProps {
  folder: string;
  chosen: readonly ListedFile[];
  note: string;
  title: string;
}

/** Without a place for reviews, the author sends the files. */
function Offline({ folder, chosen, note, title }: OfflineProps) {
  const [isCopied, setCopied] = useState(false);
  const paths = chosen.flatMap((file) => file.paths);
  const body = [
    note.trim(),
    ...chosen.map(toMailText),
    `The files are attached. Each goes to its folder:\n${paths.join('\n')}`,
    `(They are in ${folder}.)`,
  ];
  // Programs for mail take no longer addresses.
  const text = body.filter(Boolean).join('\n\n').slice(0, 1500).toWellFormed();
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;
  const copy = async () => {
    await navigator.clipboard.writeText(paths.map((path) => `${folder}/${path}`).join('\n'));
    setCopied(true);
  };
  return (
    <>
      <p className="note">
        <b>This site is not connected to a place for reviews.</b> Your work is safe on this computer. Send{' '}
        {paths.length === 1 ? 'this file' : `these ${paths.length} files`} to the maintainer of the site.
      </p>
      <Items all={paths} most={Infinity} renderItem={(path) => <code>{path}</code>} />
      <p>
        They are in <code>{folder}</code>.
      </p>
      <p className="row">
        <a className="button" href={mail}>
          Write the mail
        </a>
        <Action act={copy}>Copy the paths</Action>
        <span role="status">{isCopied && 'The paths are copied.'}</span>
      </p>
    </>
  );
}

/** The changes of a file, for a mail. */
function toMailText({ title, changes }: ListedFile): string {
  const lines = changes.map(({ where, note, before, after }) => {
    const both = [before && `before “${before}”`, after && `now “${after}”`].filter(Boolean);
    return `  ${where.join(' · ')}: ${both.join(', ') || note}`;
  });
  return [title, ...lines].join('\n');
}
