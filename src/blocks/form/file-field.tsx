import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { answersPart } from '../../../schema/fields/form-post.ts';
import {
  validateFiles,
  getMaxTotalFileBytes,
  toTotalSizeProblem,
} from '../../../schema/fields/upload-rules.ts';
import type { Answers } from './drafts.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import { type FieldSettings, toAriaAttributes, type FieldProps, LabelledField } from './field-frame.tsx';
import { describeProblem } from './validation.ts';
import { fileKinds } from '../../../schema/fields/upload-types.ts';
import { color, radius, space } from '../../ui/design-tokens.ts';

/** Validates the selected files of a form. Returns the problems, and the request body with the files and answers. */
export async function collectFiles(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
  answers: Answers,
): Promise<{ wrong: Record<string, string>; body: FormData }> {
  const problemsByName: Record<string, string> = {};
  const formData = new FormData(form);
  const body = new FormData();
  // Answers are sent as JSON, because form data would change their line breaks (see request-body.ts).
  body.append(answersPart, JSON.stringify(answers));
  let totalBytes = 0;
  for (const field of fields.filter(({ kind }) => kind === 'file')) {
    const { name } = field;
    // If no file was selected, the browser submits an empty file without a name.
    const files = formData
      .getAll(name)
      .filter((value) => value instanceof File && value.name !== '') as File[];
    // Reading a file fails if it was moved after the visitor selected it.
    const result = await validateFiles(field, files).catch(() => ({
      problem: { reason: 'fileAgain' as const },
    }));
    for (const file of files) body.append(name, file);
    totalBytes += files.reduce((sum, file) => sum + file.size, 0);
    const problem =
      'problem' in result
        ? result.problem
        : totalBytes > getMaxTotalFileBytes(fields)
          ? toTotalSizeProblem(getMaxTotalFileBytes(fields))
          : undefined;
    if (problem) problemsByName[name] = await withTimeout(describeProblem(problem)).catch(() => '');
  }
  return { wrong: problemsByName, body };
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

/** Returns the session storage key under which `storeChosen` records that a file was selected. */
const toChosenStorageKey = (id: string) => `files ${location.pathname} ${id}`;

/** Stores whether a file was selected. Does nothing if storage is blocked. */
function storeChosen(id: string, isChosen: boolean): void {
  try {
    if (isChosen) sessionStorage.setItem(toChosenStorageKey(id), '1');
    else sessionStorage.removeItem(toChosenStorageKey(id));
  } catch {}
}

function wasChosen(id: string): boolean {
  try {
    return sessionStorage.getItem(toChosenStorageKey(id)) !== null;
  } catch {
    return false;
  }
}

/**
 * A file field. Browsers do not restore the selected files after a reload, so the field asks the visitor to select them
 * again.
 */
export function FileChoice(props: FieldProps) {
  const { id, field } = props;
  const { name, required, accept = [], maxFiles = 1 } = field;
  const input = useRef<HTMLInputElement>(null);
  const [chooseAgainMessage, setChooseAgainMessage] = useState<string>();
  useEffect(() => {
    const { current } = input;
    const form = current?.form;
    if (form) {
      // A prerendered form already has this query in its `action`. Add it to forms that are rendered after a
      // navigation.
      const formPath = new FormData(form).get('form');
      // Reads the attribute instead of the property, because a field named `action` would hide the property.
      const action = form.getAttribute('action')?.replace(/\?.*|$/, `?form=${formPath}`);
      if (typeof formPath === 'string' && action) form.setAttribute('action', action);
    }
    const forgetFiles = () => storeChosen(id, false);
    // The visitor may have selected a file before this code was loaded.
    if (current?.files?.length) storeChosen(id, true);
    else if (wasChosen(id))
      import('./validation.ts')
        .then(({ describeProblem: problemMessage }) => problemMessage({ reason: 'fileAgain' }))
        .then(setChooseAgainMessage, () => {});
    // The form is reset after it was sent, so do not ask for its files again.
    current?.form?.addEventListener('reset', forgetFiles);
    return () => current?.form?.removeEventListener('reset', forgetFiles);
  }, [id]);
  const extensions = accept.flatMap((kind) => fileKinds[kind].map((extension) => `.${extension}`));
  return (
    <LabelledField {...props} half={false}>
      <Chooser
        {...{ id, name, required, ...toAriaAttributes(props) }}
        ref={input}
        type="file"
        accept={extensions.join()}
        multiple={maxFiles > 1}
        onChange={({ currentTarget: { files } }) => {
          storeChosen(id, Boolean(files?.length));
          setChooseAgainMessage(undefined);
        }}
      />
      {chooseAgainMessage && <p role="status">{chooseAgainMessage}</p>}
    </LabelledField>
  );
}
