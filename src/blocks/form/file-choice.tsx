import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { fileKinds } from '../../../supabase/functions/_shared/file-kinds.ts';
import { color, radius, space } from '../../design/theme.ts';
import { filesIn } from './files.ts';
import { described, FieldFrame, type FieldProps, type FormWithFiles, Helped, Label } from './labelled.tsx';

const Chooser = styled.input({
  padding: '0.4375rem !important',
  cursor: 'pointer',
  '&::file-selector-button': {
    minHeight: '2rem',
    marginInlineEnd: space.small,
    padding: '0.25rem 0.875rem',
    border: `1px solid ${color.muted}`,
    borderRadius: radius,
    background: color.ground,
    color: color.ink,
    font: 'inherit',
    cursor: 'pointer',
  },
});

/** Until the window is closed it is known that something was chosen here, and which form it was for. */
const remembered = (id: string) => `files ${location.pathname} ${id}`;

/** Where storage is blocked, nothing is remembered. */
function remember(id: string, isChosen: boolean): void {
  try {
    if (isChosen) sessionStorage.setItem(remembered(id), '1');
    else sessionStorage.removeItem(remembered(id));
  } catch {}
}

function wasChosen(id: string): boolean {
  try {
    return sessionStorage.getItem(remembered(id)) !== null;
  } catch {
    return false;
  }
}

/** A field in which files are chosen. No browser gives them back after a reload, which is said then. */
export function Choice(props: FieldProps) {
  const { id, field } = props;
  const { name, required, accept = [], maxFiles = 1 } = field;
  const input = useRef<HTMLInputElement>(null);
  const [again, setAgain] = useState<string>();
  useEffect(() => {
    const { current } = input;
    const form: FormWithFiles | null | undefined = current?.form;
    if (form) {
      // As in what is written into pages; another page may have led here.
      const address = new FormData(form).get('form');
      // Not the property: a field may be called `action`.
      const action = form.getAttribute('action')?.replace(/\?.*|$/, `?form=${address}`);
      if (typeof address === 'string' && action) form.setAttribute('action', action);
      form.sendFiles = filesIn.bind(null, form);
    }
    const forget = () => remember(id, false);
    // Somebody may have chosen before this came.
    if (current?.files?.length) remember(id, true);
    else if (wasChosen(id))
      import('./wrong-answers.ts')
        .then(({ inWords }) => inWords({ reason: 'fileAgain' }))
        .then(setAgain, () => {});
    // What was sent need not be chosen again.
    current?.form?.addEventListener('reset', forget);
    return () => current?.form?.removeEventListener('reset', forget);
  }, [id]);
  const endings = accept.flatMap((kind) => fileKinds[kind].map((ending) => `.${ending}`));
  return (
    <FieldFrame data-field={name}>
      <label htmlFor={id}>
        <Label {...props} />
      </label>
      <Helped {...props}>
        <Chooser
          {...{ id, name, required, ...described(props) }}
          ref={input}
          type="file"
          accept={endings.join()}
          multiple={maxFiles > 1}
          onChange={({ currentTarget: { files } }) => {
            remember(id, Boolean(files?.length));
            setAgain(undefined);
          }}
        />
        {again && <p role="status">{again}</p>}
      </Helped>
    </FieldFrame>
  );
}
