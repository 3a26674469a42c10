import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers would break lines after a hyphen in an email address, and after the dash in a range of numbers or times.
const emailAddressPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/u;
const numberRangePattern = /\p{N}[\p{N}.,:APM]*–[\p{N}.,:APM%]+/u;
// Matches compounds with a capital or a number in front of the hyphen, such as “AI-led”. The short first part of such a
// compound would look lost at the end of a line.
const compoundPattern = /(?<![\p{L}\p{N}-])[\p{Lu}\p{N}.]+(?:-\p{L}+)+/u;
// Matches punctuation, or a unit after a no-break space, which must stay with the text before it. Browsers allow line
// breaks next to an inline block, so they would separate it from that text.
const trailingTextPattern = /[.,;:!?)]*(?:\u00A0\S+)*/u;
const unbreakableTextPattern = new RegExp(
  `((?:${emailAddressPattern.source}|${numberRangePattern.source}|${compoundPattern.source})${trailingTextPattern.source})`,
  'u',
);

// Text that moves to the next line as a unit, and only breaks if it is longer than a line. It inherits the underline of
// a link.
const NoBreak = styled.span({ display: 'inline-block', maxWidth: '100%', textDecoration: 'inherit' });

/**
 * Returns the text with ranges, email addresses and compounds such as “AI-led” that only break if they are longer than
 * a line.
 */
export function preventLineBreaks(text: string): ReactNode {
  if (!/[@–-]/.test(text)) return text;
  const parts = text.split(unbreakableTextPattern);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <NoBreak key={index}>{part.includes('@') ? allowEmailLineBreaks(part) : part}</NoBreak>
    ),
  );
}

// Matches the space between two sentences.
const sentenceBreakPattern = /(?<=[.!?]) (?=\p{Lu})/u;

/** Returns a heading in which each sentence moves to the next line as a unit, if possible. */
export function renderHeading(text: string): ReactNode {
  const sentences = text.split(sentenceBreakPattern);
  if (sentences.length === 1) return preventLineBreaks(text);
  return sentences.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <NoBreak>{preventLineBreaks(sentence)}</NoBreak>
    </Fragment>
  ));
}

/** Returns an email address that may break after `@` and before a full stop. */
export function allowEmailLineBreaks(text: string): ReactNode {
  return text.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
