import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Changes, HandInDetails, HandInReview } from '../../scripts/editing/answer-changes.ts';
import type { ListedFile } from '../../scripts/editing/change-list.ts';
import { formatCount } from '../../schema/base/text.ts';
import { TextWithCode } from '../editor/text-with-code.tsx';
import { toNewPath } from './changed-file.tsx';
import { useAnswer, useDebounced, useStudio } from './host.ts';
import { Action, Field, Items } from './components.tsx';

/** Milliseconds to wait after the last key press before requesting a branch name for the title. */
const titleDelayMs = 400;

interface HandInFormProps {
  changes: Changes;
  selection: readonly ListedFile[];
  /** Resolves to true if the changes were handed in. */
  handIn: (details: HandInDetails & { withFaults: boolean }) => Promise<boolean>;
}

/** A form for the title and the note of the selected changes. Lists the errors that the changes would cause. */
export function HandInForm({ changes, selection, handIn }: HandInFormProps) {
  const { maxTitle, reviewHost, needsIdentity } = changes;
  /** The title that the author has typed. Undefined while the suggested title is used. */
  const [customTitle, setCustomTitle] = useState<string>();
  const [note, setNote] = useState('');
  const [withFaults, setWithFaults] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const debouncedTitle = useDebounced(customTitle ?? '', titleDelayMs);
  const [result] = useAnswer(
    { do: 'review', paths: selection.map(toNewPath), title: debouncedTitle },
    changes.files.map(({ version }) => version).join(),
  );
  const review = result?.isOk ? result.answer : undefined;
  const title = customTitle ?? review?.title ?? '';
  const isReady = selection.length > 0 && review !== undefined && (review.count === 0 || withFaults);
  useEffect(() => {
    const submitOnCtrlEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    addEventListener('keydown', submitOnCtrlEnter);
    return () => removeEventListener('keydown', submitOnCtrlEnter);
  }, []);

  const submitForm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    const fields = new FormData(event.currentTarget);
    const identity = { name: String(fields.get('name')), email: String(fields.get('email')) };
    setBusy(true);
    const isHandedIn = await handIn({ title, note, withFaults, ...(needsIdentity && { identity }) });
    setBusy(false);
    if (!isHandedIn) return;
    setCustomTitle(undefined);
    setNote('');
  };
  return (
    <form className="card" ref={form} onSubmit={(event) => void submitForm(event)}>
      {reviewHost === undefined && (
        <SendByEmail folder={changes.folder ?? ''} {...{ selection, note, title }} />
      )}
      <Field
        label="Summary"
        note={customTitle === undefined ? 'Suggested from your changes.' : ''}
        required
        maxLength={maxTitle}
        value={title}
        onChange={(event) => setCustomTitle(event.target.value)}
      />
      <label>
        Note to the reviewer <span className="soft">(optional)</span>
        <textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      {needsIdentity && (
        <fieldset>
          <legend>Your details</legend>
          <p className="soft">
            Git on this computer does not know your name yet. It records a name and an email address with your
            changes.
          </p>
          <Field label="Name" name="name" required autoComplete="name" />
          <Field label="Email" name="email" type="email" required autoComplete="email" />
        </fieldset>
      )}
      {review && selection.length > 0 && (
        <SelectionErrors review={review} isAccepted={withFaults} accept={setWithFaults} />
      )}
      <button className="main" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? 'Handing in…' : reviewHost === undefined ? 'I have sent the files' : 'Send for review'}
      </button>
      <p className="soft" id="plan">
        {selection.length === 0
          ? 'Select the changes to hand in.'
          : review &&
            `This creates 1 commit with ${formatCount(review.paths.length, 'file')} on branch ${review.branch}.`}
        {reviewHost !== undefined &&
          ` Your changes are sent to ${reviewHost} for review, and go live when they are accepted. You can continue to edit.`}
      </p>
    </form>
  );
}

interface SelectionErrorsProps {
  review: HandInReview;
  isAccepted: boolean;
  accept: (isAccepted: boolean) => void;
}

/** Lists the errors that the site would have with only the selected changes. */
function SelectionErrors({
  review: { count: total, faults, pages },
  isAccepted,
  accept,
}: SelectionErrorsProps) {
  const { host } = useStudio();
  if (total === 0)
    return (
      <p className="good">
        <b>Nothing to fix.</b> {formatCount(pages, 'page')} {pages === 1 ? 'was' : 'were'} checked.
      </p>
    );
  return (
    <div className="bad">
      <b>{formatCount(total, 'problem')} to fix</b>
      <Items
        items={faults}
        renderItem={({ place, message, route }) => (
          <>
            {route === undefined ? place : <a href={host.url(route)}>{place}</a>}:{' '}
            <TextWithCode>{message}</TextWithCode>
          </>
        )}
      />
      {total > faults.length && <p>And {total - faults.length} more.</p>}
      <label className="tick">
        <input type="checkbox" checked={isAccepted} onChange={(event) => accept(event.target.checked)} />
        Hand in anyway. The checks of the repository will fail until this is fixed.
      </label>
    </div>
  );
}

interface SendByEmailProps {
  folder: string;
  selection: readonly ListedFile[];
  note: string;
  title: string;
}

/** Explains how to send the files by email if there is no remote repository. */
function SendByEmail({ folder, selection, note, title }: SendByEmailProps) {
  const [isCopied, setCopied] = useState(false);
  const filePaths = selection.flatMap((file) => file.paths);
  const body = [
    note.trim(),
    ...selection.map(toEmailText),
    `The files are attached. Copy each to its folder:\n${filePaths.join('\n')}`,
    `(They are in ${folder}.)`,
  ];
  // Email programs limit the length of `mailto:` URLs.
  const text = body.filter(Boolean).join('\n\n').slice(0, 1500).toWellFormed();
  const email = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;
  const copy = async () => {
    await navigator.clipboard.writeText(filePaths.map((path) => `${folder}/${path}`).join('\n'));
    setCopied(true);
  };
  return (
    <>
      <p className="note">
        <b>This site is not connected to a remote repository.</b> Your changes are saved on this computer.
        Send {filePaths.length === 1 ? 'this file' : `these ${filePaths.length} files`} to the maintainer of
        the site.
      </p>
      <Items items={filePaths} renderItem={(path) => <code>{path}</code>} />
      <p>
        They are in <code>{folder}</code>.
      </p>
      <p className="row">
        <a className="button" href={email}>
          Write an email
        </a>
        <Action action={copy}>Copy paths</Action>
        <span role="status">{isCopied && 'Paths copied.'}</span>
      </p>
    </>
  );
}

/** Returns the changes to a file as text for an email. */
function toEmailText({ title, changes }: ListedFile): string {
  const lines = changes.map(({ where, note, before, after }) => {
    const versions = [before && `before “${before}”`, after && `now “${after}”`].filter(Boolean);
    return `  ${where.join(' · ')}: ${versions.join(', ') || note}`;
  });
  return [title, ...lines].join('\n');
}
