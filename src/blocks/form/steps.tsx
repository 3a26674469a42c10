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
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { primary, secondary } from '../../ui/actions.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { color, from, size, space } from '../../ui/design-tokens.ts';
import { Post } from '../../ui/page-context.ts';
import { fieldGrid, isHalf, type FieldProps, type FieldSettings } from './field-frame.tsx';
import type { FormControl } from './send.ts';

/** The fields of a form, and its submit button. */
export type FormContent = readonly [fields: readonly ReactElement<FieldProps>[], button: ReactNode];

interface Props {
  block: BlockOf<'form'>;
  content: FormContent;
  /** The field to focus once its problem is shown. */
  firstInvalid: RefObject<FormControl | null>;
  /** Shows the problems of some fields, and resolves with whether there are any. */
  isWrong(form: HTMLFormElement, fields: readonly FieldSettings[]): Promise<boolean>;
}

const oneAtATime = {
  '& > fieldset:not([data-current])': { display: 'none' },
  '& > div > [type=button]': { display: 'inline-flex' },
  '&:not([data-last]) > div > [type=submit]': { display: 'none' },
} as const;
const List = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.large,
  '& > div > [type=button]': { display: 'none' },
  // Applies from the first paint, so that nothing shifts on hydration. The loader sets `data-failed` if the
  // application cannot be loaded. A form that cannot be loaded is no longer an island.
  '@media screen and (scripting: enabled)': {
    'html:not([data-failed]) [data-island] &[data-stepped]': oneAtATime,
  },
  // For browsers without this media query, and for pages after a navigation.
  '@media screen': { '[data-live] &[data-stepped], &[data-alone]': oneAtATime },
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
  // A grid has no gap below a legend.
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
const Next = styled.button({ ...primary, minWidth: 'min(10rem, 100%)' });
const Back = styled.button(secondary);

/** Splits a list into parts of the given sizes. */
const splitBy = <Entry,>(list: readonly Entry[], counts: readonly number[]): Entry[][] =>
  counts.map((count, index) => {
    const start = counts.slice(0, index).reduce((sum, one) => sum + one, 0);
    return list.slice(start, start + count);
  });

/** Whether a field is half a row wide. Only fields of the same step share a row. */
function isHalfOf(part: readonly FieldSettings[], { field }: FieldProps): boolean {
  const visible = part.filter(({ kind }) => kind !== 'hidden');
  return isHalf(visible, visible.indexOf(field));
}

/** Returns the index of the current step, and functions that change it. */
function useStep(
  parts: readonly (readonly FieldSettings[])[],
  firstInvalid: Props['firstInvalid'],
  isWrong: Props['isWrong'],
) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  /** The element to focus after rendering. */
  const wanted = useRef<HTMLElement>(null);
  const isSent = useRef(false);
  const last = parts.length - 1;

  const go = (to: number, focus?: HTMLElement | null) => {
    wanted.current = focus ?? list.current?.children[to]?.querySelector('legend') ?? null;
    setAt(to);
  };
  const goOn = async (form: HTMLFormElement) => {
    const part = list.current?.children[at] as HTMLFieldSetElement; // one fieldset per step
    const wrong = await isWrong(form, parts[at] ?? []).catch(() =>
      [...part.elements].some((one) => !(one as FormControl).reportValidity()),
    );
    if (!wrong) go(at + 1);
  };

  useLayoutEffect(() => {
    wanted.current?.focus();
    wanted.current = null;
    const { current: element } = list;
    const form = element?.closest('form');
    if (!element || !form) return;
    // Outside islands, no attribute marks the form as hydrated.
    element.toggleAttribute('data-alone', !element.closest('[data-island]'));
    // The browser would also validate fields in hidden steps, where it cannot show its message.
    form.noValidate = true;
    const onSubmit = (event: Event) => {
      if (at === last && form.reportValidity()) return;
      event.preventDefault();
      event.stopPropagation();
      if (at < last) void goOn(form);
    };
    // Handles the click (the Enter key causes one, too), because a submit would mark missing answers in all steps.
    const onClick = (event: Event) => {
      const { target } = event;
      if (at < last && (target as Element).closest('[type=submit]')) onSubmit(event); // clicks have elements as targets
    };
    const onReset = () => {
      isSent.current = true;
      setAt(0);
    };
    form.addEventListener('click', onClick);
    form.addEventListener('submit', onSubmit);
    form.addEventListener('reset', onReset);
    // The invalid field may be in another step.
    const { current: field } = firstInvalid;
    const place = field ? [...element.children].findIndex((one) => one.contains(field)) : at;
    if (place !== at) go(place, field);
    return () => {
      form.removeEventListener('click', onClick);
      form.removeEventListener('submit', onSubmit);
      form.removeEventListener('reset', onReset);
    };
  });
  // After a reset, the button with the focus disappears with its step, so the focus moves to the status.
  useEffect(() => {
    if (!isSent.current) return;
    const status = list.current?.closest('form')?.querySelector<HTMLElement>('[data-status]');
    status?.focus();
    isSent.current = document.activeElement !== status;
  });
  return { list, at, go, goOn };
}

/** The fields of a long form. With script, visitors see one step at a time. */
export function FormSteps({ block, content: [all, button], firstInvalid, isWrong }: Props) {
  const { id, fields, steps = [], next, back, step = '' } = block;
  // The page that answers a post is not hydrated, so it shows all fields.
  const isAnswer = useContext(Post).form === id && import.meta.env.SSR;
  const counts = steps.map((one) => one.fields.count);
  const parts = splitBy(fields, counts);
  const shown = splitBy(all, counts);
  const last = steps.length - 1;
  const { list, at, go, goOn } = useStep(parts, firstInvalid, isWrong);

  return (
    <List ref={list} data-stepped={!isAnswer || undefined} data-last={at === last || undefined}>
      {steps.map(({ title, lead }, index) => (
        <Step key={index} data-current={at === index || undefined}>
          <Title tabIndex={-1}>
            <span>{step.replace('{step}', `${index + 1}`).replace('{count}', `${steps.length}`)}</span>
            {title}
          </Title>
          <InlineText as={Lead}>{lead}</InlineText>
          {shown[index]?.map((field) =>
            cloneElement(field, { half: isHalfOf(parts[index] ?? [], field.props) }),
          )}
        </Step>
      ))}
      <Buttons>
        {at < last && (
          <Next type="button" onClick={({ currentTarget: { form } }) => form && void goOn(form)}>
            {next}
          </Next>
        )}
        {button}
        {at > 0 && (
          <Back type="button" onClick={() => go(at - 1)}>
            {back}
          </Back>
        )}
      </Buttons>
    </List>
  );
}
