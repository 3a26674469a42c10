import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PagesRequest } from '../../scripts/editing/answer-pages.ts';
import { type Result, useStudio } from './host.ts';
import { Field } from './parts.tsx';

/** Milliseconds after the last key until an address is suggested or checked. */
const requestDelay = 250;

type AddressRequest = Extract<PagesRequest, { do: 'check' | 'suggest' }>;

interface AddressFormProps {
  folders: readonly string[];
  initialFolder?: string;
  initialTitle?: string;
  titleLabel?: string;
  /** The label of the button. */
  action: string;
  help: string;
  submit: (page: { title: string; address: string }) => Promise<Result<{ open: string }>>;
}

/** The title and the address of a new page. The address follows the title until the author enters another one. */
export function AddressForm({
  folders,
  initialFolder = '/',
  initialTitle = '',
  titleLabel = 'Title',
  action,
  help,
  submit,
}: AddressFormProps) {
  const { host, request } = useStudio();
  const [title, setTitle] = useState(initialTitle);
  const [folder, setFolder] = useState(initialFolder);
  const [address, setAddress] = useState('');
  const [isCustom, setCustom] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const origin = isCustom ? '' : 'Suggested from the title. ';

  const body = JSON.stringify(isCustom ? { do: 'check', address } : { do: 'suggest', title, folder });
  useEffect(() => {
    const current = JSON.parse(body) as AddressRequest; // stringified above
    if (current.do === 'suggest' && current.title.trim() === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const result = await request(current);
      if (!isCurrent || !result.isOk) return;
      if (current.do === 'suggest') setAddress(result.answer.address);
      setProblem(result.answer.problem);
    }, requestDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [request, body]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    // The delay may not be over for the last letters of the title.
    const suggestion = isCustom ? undefined : await request({ do: 'suggest', title, folder });
    const currentAddress = suggestion?.isOk ? suggestion.answer.address : address;
    const result = await submit({ title, address: currentAddress });
    if (result.isOk) return host.navigate(result.answer.open);
    setBusy(false);
    setAddress(currentAddress);
    setCustom(true);
    setProblem(result.message);
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
          {[...new Set([...folders, folder])].map((path) => (
            <option key={path} value={path}>
              {path === '/' ? 'None' : path}
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
        note={`${origin}${address === '' ? '' : 'This address is available.'}`}
        onChange={({ target: { value } }) => {
          setAddress(value);
          setCustom(value.trim() !== '');
          setProblem(undefined);
        }}
      />
      <p className="soft">{help}</p>
      <button className="main" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
