import { type FormEvent, useRef, useState } from 'react';
import { type Result, useAnswer, useDebounced, useStudio } from './host.ts';
import { Field } from './components.tsx';

/** Milliseconds to wait after the last key press before suggesting or checking an address. */
const requestDelayMs = 250;

interface AddressFormProps {
  folders: readonly string[];
  initialFolder?: string;
  initialTitle?: string;
  initialAddress?: string | undefined;
  titleLabel?: string;
  /** The label of the button. */
  action: string;
  help: string;
  submit: (page: { title: string; address: string }) => Promise<Result<{ open: string }>>;
}

/**
 * A form for the title and the address of a page. Until the author changes the address, it is derived from the title.
 */
export function AddressForm({
  folders,
  initialFolder = '/',
  initialTitle = '',
  initialAddress,
  titleLabel = 'Title',
  action,
  help,
  submit,
}: AddressFormProps) {
  const { host, request } = useStudio();
  const [title, setTitle] = useState(initialTitle);
  const [folder, setFolder] = useState(initialFolder);
  /** The address that the author has typed. Undefined while the address is derived from the title. */
  const [customAddress, setCustomAddress] = useState(initialAddress);
  const [submitError, setSubmitError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [suggestedAddress] = useAnswer({ do: 'suggest', title: useDebounced(title, requestDelayMs), folder });
  const [checkedAddress] = useAnswer({
    do: 'check',
    address: useDebounced(customAddress ?? '', requestDelayMs),
  });
  const result = customAddress === undefined ? suggestedAddress : checkedAddress;
  const answer = result?.isOk ? result.answer : undefined;
  const address = customAddress ?? answer?.address ?? '';
  const problem = submitError ?? (answer?.address === address ? answer.problem : undefined);
  const originNote = customAddress === undefined ? 'Suggested from the title. ' : '';

  const submitForm = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    // Request the suggestion again, because the author may have typed more of the title in the meantime.
    const suggestion =
      customAddress === undefined ? await request({ do: 'suggest', title, folder }) : undefined;
    const currentAddress = suggestion?.isOk ? suggestion.answer.address : address;
    const result = await submit({ title, address: currentAddress });
    if (result.isOk) return host.navigate(result.answer.open);
    setBusy(false);
    setCustomAddress(currentAddress);
    setSubmitError(result.message);
    field.current?.focus();
  };
  return (
    <form className="card" onSubmit={(event) => void submitForm(event)}>
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
        note={`${originNote}${address === '' ? '' : 'This address is available.'}`}
        onBlur={() => setCustomAddress(customAddress?.trim() === '' ? undefined : customAddress)}
        onChange={({ target }) => {
          setCustomAddress(target.value);
          setSubmitError(undefined);
        }}
      />
      <p className="soft">{help}</p>
      <button className="main" aria-disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
