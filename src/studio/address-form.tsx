import { type FormEvent, useRef, useState } from 'react';
import { type Result, useAnswer, useDebounced, useStudio } from './host.ts';
import { Field } from './parts.tsx';

/** Milliseconds to wait after the last key press before suggesting or checking an address. */
const requestDelay = 250;

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

/** A form for the title and the address of a page. The address follows the title until the author changes it. */
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
  /** Undefined while the address follows the title. */
  const [custom, setCustom] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [suggested] = useAnswer({ do: 'suggest', title: useDebounced(title, requestDelay), folder });
  const [checked] = useAnswer({ do: 'check', address: useDebounced(custom ?? '', requestDelay) });
  const result = custom === undefined ? suggested : checked;
  const answer = result?.isOk ? result.answer : undefined;
  const address = custom ?? answer?.address ?? '';
  const problem = refusal ?? (answer?.address === address ? answer.problem : undefined);
  const origin = custom === undefined ? 'Suggested from the title. ' : '';

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    // The last letters of the title may be newer than the suggestion.
    const suggestion = custom === undefined ? await request({ do: 'suggest', title, folder }) : undefined;
    const currentAddress = suggestion?.isOk ? suggestion.answer.address : address;
    const result = await submit({ title, address: currentAddress });
    if (result.isOk) return host.navigate(result.answer.open);
    setBusy(false);
    setCustom(currentAddress);
    setRefusal(result.message);
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
        onBlur={() => setCustom(custom?.trim() === '' ? undefined : custom)}
        onChange={({ target }) => {
          setCustom(target.value);
          setRefusal(undefined);
        }}
      />
      <p className="soft">{help}</p>
      <button className="main" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
