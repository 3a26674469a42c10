import type { ReactNode } from 'react';
import type { Inline } from '../../schema/markdown/tree.ts';
import { toPlainText } from '../../schema/markdown/plain-text.ts';
import { InlineText } from './inline-text.tsx';
import { preventLineBreaks } from './line-breaks.tsx';

const rightToLeftLetterPattern =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const plainNumberPattern = /^[\p{N}.,\s]*$/u;

/** Returns whether right-to-left layout would swap the parts of a string, such as `2.4 m`, `+120` or `6–12 kn`. */
const needsLeftToRight = (text: string) =>
  /\p{N}/u.test(text) && !plainNumberPattern.test(text) && !rightToLeftLetterPattern.test(text);

/** The content of a table cell. A number and its unit are shown from left to right in every language. */
export function CellText({ children }: { children: readonly Inline[] | string | undefined }) {
  const text = typeof children === 'string' ? children : toPlainText(children ?? []);
  const content: ReactNode =
    typeof children === 'string' ? preventLineBreaks(children) : <InlineText>{children}</InlineText>;
  // The direction is set on an element inside the cell, so that the cell is aligned like the other cells.
  return needsLeftToRight(text) ? <bdi dir="ltr">{content}</bdi> : content;
}
