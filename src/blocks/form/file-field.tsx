import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { validateFiles, maxTotalFileBytes, tooMuch } from '../../../schema/content/upload-rules.ts';
import type { GroupedDependencies } from './drafts.ts';
import { inTime } from '../../../schema/util.ts';
import {
  type FieldSettings,
  described,
  FieldFrame,
  type FieldProps,
  type FormWithFiles,
  Helped,
  Label,
} from './field-frame.tsx';
import { problemMessage } from './validation.ts';
import { fileKinds } from '../../../schema/content/upload-types.ts';
import { color, radius, space } from '../../components/theme.ts';

/** What is sent where files go along, or what is wrong with them by the rules of the function. */
interface Sending {
  wrong: Record<string, string>;
  body: FormData;
}

/** The files that were chosen in a form, with its answers. Never rejects. */
export async function filesIn(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
  answers: GroupedDependencies,
): Promise<Sending> {
  const wrong: Record<string, string> = {};
  const chosen = new FormData(form);
  const body = new FormData();
  // In one part, as form data would change the ends of lines (see read-multipart.ts of the function).
  body.append('_answers', JSON.stringify(answers));
  let size = 0;
  for (const field of fields.filter(({ kind }) => kind === 'file')) {
    const { name } = field;
    // Where nothing is chosen, there is one without a name.
    const files = chosen.getAll(name).filter((one) => one instanceof File && one.name !== '') as File[];
    // What cannot be read now, as it was moved, cannot be sent either.
    const judged = await validateFiles(field, files).catch(() => ({
      problem: { reason: 'fileAgain' as const },
    }));
    for (const file of files) body.append(name, file);
    size += files.reduce((sum, file) => sum + file.size, 0);
    const problem =
      'problem' in judged
        ? judged.problem
        : size > maxTotalFileBytes(fields)
          ? tooMuch(maxTotalFileBytes(fields))
          : undefined;
    if (problem) wrong[name] = await inTime(problemMessage(problem)).catch(() => '');
  }
  return { wrong, body };
}

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
export function FileChoice(props: FieldProps) {
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
      import('./validation.ts')
        .then(({ problemMessage }) => problemMessage({ reason: 'fileAgain' }))
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
