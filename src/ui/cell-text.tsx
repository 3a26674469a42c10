import type { ReactNode } from 'react';
import type { Inline } from '../../schema/markdown/tree.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import { InlineText } from './inline-text.tsx';
import { keepTogether } from './unbroken.tsx';

const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const plainNumber = /^[\p{N}.,\s]*$/u;

/** Whether the parts of a text would be in the wrong order from right to left: `2.4 m`, `+120`, `6–12 kn`. */
const isMeasure = (text: string) =>
  /\p{N}/u.test(text) && !plainNumber.test(text) && !rightToLeftLetter.test(text);

/** The text of a table cell. A number with its unit is read from left to right in every language. */
export function CellText({ children }: { children: readonly Inline[] | string | undefined }) {
  const text = typeof children === 'string' ? children : plainText(children ?? []);
  const shown: ReactNode =
    typeof children === 'string' ? keepTogether(children) : <InlineText>{children}</InlineText>;
  // An element inside the cell, so that the cell itself is aligned like the others.
  return isMeasure(text) ? <bdi dir="ltr">{shown}</bdi> : shown;
}
