import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PagesRequest } from '../../scripts/editing/answer-pages.ts';
import { type Answered, useStudio } from './host.ts';
import { Field } from './parts.tsx';

/** Milliseconds after the last key until an address is proposed or checked. */
const untilAsked = 250;

type Question = Extract<PagesRequest, { do: 'check' | 'propose' }>;

interface AddressFormProps {
  folders: readonly string[];
  /** What is filled in at first. */
  folder?: string;
  title?: string;
  titleLabel?: string;
  /** What the form does. */
  label: string;
  help: string;
  submit: (page: { title: string; address: string }) => Promise<Answered<{ open: string }>>;
}

/** The title and the address of a page that does not exist yet. The address follows from the title until the author writes another one. */
export function AddressForm({
  folders,
  titleLabel = 'Title',
  label,
  help,
  submit,
  ...first
}: AddressFormProps) {
  const { host, ask } = useStudio();
  const [title, setTitle] = useState(first.title ?? '');
  const [folder, setFolder] = useState(first.folder ?? '/');
  const [address, setAddress] = useState('');
  const [isOwn, setOwn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const origin = isOwn ? '' : 'Proposed from the title. ';

  // The address is asked about only if the author has written it.
  const question = JSON.stringify(isOwn ? { do: 'check', address } : { do: 'propose', title, folder });
  useEffect(() => {
    const asked = JSON.parse(question) as Question; // as it was
    if (asked.do === 'propose' && asked.title.trim() === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answered = await ask(asked);
      if (!isCurrent || !answered.isDone) return;
      if (asked.do === 'propose') setAddress(answered.answer.address);
      setProblem(answered.answer.problem);
    }, untilAsked);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, question]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    // The address follows from a title that was typed a moment ago.
    const proposed = isOwn ? undefined : await ask({ do: 'propose', title, folder });
    const asked = proposed?.isDone ? proposed.answer.address : address;
    const done = await submit({ title, address: asked });
    if (done.isDone) return host.go(done.answer.open);
    setBusy(false);
    setAddress(asked);
    setOwn(true);
    setProblem(done.message);
    field.current?.focus();
  };
  return (
    <form className="card" onSubmit={(event) => void send(event)}>
      <Field
        label={titleLabel}
        required
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label>
        Folder
        <select value={folder} onChange={(event) => setFolder(event.target.value)}>
          {[...new Set([...folders, folder])].map((one) => (
            <option key={one} value={one}>
              {one === '/' ? 'None' : one}
            </option>
          ))}
        </select>
      </label>
      <Field
        label="Address"
        ref={field}
        autoCapitalize="off"
        value={address}
        problem={problem}
        note={`${origin}${address === '' ? '' : 'Free.'}`}
        onChange={({ target: { value } }) => {
          setAddress(value);
          setOwn(value.trim() !== '');
          setProblem(undefined);
        }}
      />
      <p className="soft">{help}</p>
      <button className="main" disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}
