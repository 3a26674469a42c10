import styled from '@emotion/styled';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { primaryButton, secondaryButton } from '../../ui/actions.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { color, from, size, space } from '../../ui/design-tokens.ts';
import { FormPostContext } from '../../ui/page-context.ts';
import { fieldGrid, isHalfWidth, type FieldProps, type FieldSettings } from './field-frame.tsx';
import type { FormControl } from './send.ts';

/** The fields of a form and its submit button. */
export type FormContent = readonly [fields: readonly ReactElement<FieldProps>[], button: ReactNode];

interface Props {
  block: BlockByType<'form'>;
  content: FormContent;
  /** The first invalid field. It gets the focus as soon as its problem is shown. */
  firstInvalid: RefObject<FormControl | null>;
  /** Shows the problems in the given fields. Resolves with true if there are any. */
  isWrong(form: HTMLFormElement, fields: readonly FieldSettings[]): Promise<boolean>;
}

const singleStepStyles = {
  '& > fieldset:not([data-current])': { display: 'none' },
  '& > div > [type=button]': { display: 'inline-flex' },
  '&:not([data-last]) > div > [type=submit]': { display: 'none' },
} as const;
const StepList = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.large,
  '& > div > [type=button]': { display: 'none' },
  // Applies from the first paint, so that hydration causes no layout shift. All steps are visible if the application
  // cannot be loaded (the loader sets `data-failed`), or if the code of the form cannot be loaded (its `data-island` is
  // removed).
  '@media screen and (scripting: enabled)': {
    'html:not([data-failed]) [data-island] &[data-stepped]': singleStepStyles,
  },
  // Shows a single step in browsers without the `scripting` media feature, and on pages that the visitor navigated to.
  '@media screen': { '[data-live] &[data-stepped], &[data-alone]': singleStepStyles },
});
const Step = styled.fieldset({
  display: 'grid',
  gap: space.wide,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  [from.phone]: fieldGrid,
});
const Title = styled.legend({
  // A margin, because grids have no gap below a legend.
  marginBottom: space.item,
  padding: 0,
  fontFamily: 'var(--display)',
  fontSize: size.subheading,
  fontWeight: 650,
  lineHeight: 1.25,
  '& span': {
    display: 'block',
    marginBottom: space.hair,
    fontFamily: 'var(--text)',
    fontSize: size.note,
    fontWeight: 400,
    color: color.muted,
  },
});
const Lead = styled.p({ color: color.muted });
const Buttons = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space.item });
const NextButton = styled.button({ ...primaryButton, minWidth: 'min(10rem, 100%)' });
const BackButton = styled.button(secondaryButton);

/** Splits a list into consecutive parts. `fieldCounts` contains the length of each part. */
const splitByCounts = <Item,>(list: readonly Item[], fieldCounts: readonly number[]): Item[][] =>
  fieldCounts.map((count, index) => {
    const start = fieldCounts.slice(0, index).reduce((sum, length) => sum + length, 0);
    return list.slice(start, start + count);
  });

/** Returns whether a field is half a row wide. Only fields in the same step share a row. */
function isHalfWidthInStep(stepFields: readonly FieldSettings[], { field }: FieldProps): boolean {
  const visibleFields = stepFields.filter(({ kind }) => kind !== 'hidden');
  return isHalfWidth(visibleFields, visibleFields.indexOf(field));
}

/** Returns the index of the current step, and functions that change the step. */
function useStep(
  fieldsByStep: readonly (readonly FieldSettings[])[],
  firstInvalid: Props['firstInvalid'],
  showProblems: Props['isWrong'],
) {
  const [stepIndex, setStepIndex] = useState(0);
  const listRef = useRef<HTMLDivElement>(null);
  /** The element that gets the focus after the next render. */
  const focusTarget = useRef<HTMLElement>(null);
  const wasReset = useRef(false);
  const lastIndex = fieldsByStep.length - 1;

  const showStep = (index: number, focusElement?: HTMLElement | null) => {
    focusTarget.current = focusElement ?? listRef.current?.children[index]?.querySelector('legend') ?? null;
    setStepIndex(index);
  };
  const goToNextStep = async (form: HTMLFormElement) => {
    const fieldset = listRef.current?.children[stepIndex] as HTMLFieldSetElement; // a step is a `<fieldset>`
    const hasProblems = await showProblems(form, fieldsByStep[stepIndex] ?? []).catch(() =>
      [...fieldset.elements].some((child) => !(child as FormControl).reportValidity()),
    );
    if (!hasProblems) showStep(stepIndex + 1);
  };

  useLayoutEffect(() => {
    focusTarget.current?.focus();
    focusTarget.current = null;
    const { current: element } = listRef;
    const form = element?.closest('form');
    if (!element || !form) return;
    // Marks a form outside an island as hydrated. A form in an island is marked by the island.
    element.toggleAttribute('data-alone', !element.closest('[data-island]'));
    // Disables the browser's validation on submit, because the browser cannot show messages for fields in hidden steps.
    form.noValidate = true;
    const onSubmit = (event: Event) => {
      if (stepIndex === lastIndex && form.reportValidity()) return;
      event.preventDefault();
      event.stopPropagation();
      if (stepIndex < lastIndex) void goToNextStep(form);
    };
    // Handles `click` events, which the Enter key also triggers. On a `submit` event, missing answers would be marked
    // in all steps.
    const onClick = (event: Event) => {
      const { target } = event;
      if (stepIndex < lastIndex && (target as Element).closest('[type=submit]')) onSubmit(event); // a click's target
    };
    const onReset = () => {
      wasReset.current = true;
      setStepIndex(0);
    };
    form.addEventListener('click', onClick);
    form.addEventListener('submit', onSubmit);
    form.addEventListener('reset', onReset);
    // The first invalid field may be in another step.
    const { current: field } = firstInvalid;
    const targetIndex = field ? [...element.children].findIndex((child) => child.contains(field)) : stepIndex;
    if (targetIndex !== stepIndex) showStep(targetIndex, field);
    return () => {
      form.removeEventListener('click', onClick);
      form.removeEventListener('submit', onSubmit);
      form.removeEventListener('reset', onReset);
    };
  });
  // A reset shows the first step again. The focused submit button disappears, so the focus moves to the status.
  useEffect(() => {
    if (!wasReset.current) return;
    const status = listRef.current?.closest('form')?.querySelector<HTMLElement>('[data-status]');
    status?.focus();
    wasReset.current = document.activeElement !== status;
  });
  return { list: listRef, at: stepIndex, go: showStep, goOn: goToNextStep };
}

/** The fields of a long form. With JavaScript, visitors see one step at a time. */
export function FormSteps({
  block,
  content: [fieldElements, button],
  firstInvalid,
  isWrong: showProblems,
}: Props) {
  const { id, fields, steps = [], next, back, step = '' } = block;
  // The page that answers a form submission is not hydrated, so it shows all fields.
  const isAnswer = useContext(FormPostContext).form === id && import.meta.env.SSR;
  const fieldCounts = steps.map((formStep) => formStep.fields.count);
  const fieldsByStep = splitByCounts(fields, fieldCounts);
  const elementsByStep = splitByCounts(fieldElements, fieldCounts);
  const lastIndex = steps.length - 1;
  const {
    list: listRef,
    at: stepIndex,
    go: showStep,
    goOn: goToNextStep,
  } = useStep(fieldsByStep, firstInvalid, showProblems);

  return (
    <StepList
      ref={listRef}
      data-stepped={!isAnswer || undefined}
      data-last={stepIndex === lastIndex || undefined}
    >
      {steps.map(({ title, lead }, index) => (
        <Step key={index} data-current={stepIndex === index || undefined}>
          <Title tabIndex={-1}>
            <span>{step.replace('{step}', `${index + 1}`).replace('{count}', `${steps.length}`)}</span>
            {title}
          </Title>
          <InlineText as={Lead}>{lead}</InlineText>
          {elementsByStep[index]?.map((field) =>
            cloneElement(field, { half: isHalfWidthInStep(fieldsByStep[index] ?? [], field.props) }),
          )}
        </Step>
      ))}
      <Buttons>
        {stepIndex < lastIndex && (
          <NextButton
            type="button"
            onClick={({ currentTarget: { form } }) => form && void goToNextStep(form)}
          >
            {next}
          </NextButton>
        )}
        {button}
        {stepIndex > 0 && (
          <BackButton type="button" onClick={() => showStep(stepIndex - 1)}>
            {back}
          </BackButton>
        )}
      </Buttons>
    </StepList>
  );
}
