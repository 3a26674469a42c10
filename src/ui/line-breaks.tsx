import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers break lines after hyphens, also in mail addresses, and after a dash between numbers or times.
const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/u;
const numberRange = /\p{N}[\p{N}.,:APM]*–[\p{N}.,:APM%]+/u;
// The capitals of a compound such as “AI-led” would look lost at the end of a line.
const compound = /(?<![\p{L}\p{N}-])[\p{Lu}\p{N}.]+(?:-\p{L}+)+/u;
// Next to an inline block, browsers break lines even at a no-break space, such as in front of a unit.
const trailingText = /[.,;:!?)]*(?:\u00A0\S+)*/u;
const unbreakableText = new RegExp(
  `((?:${mailAddress.source}|${numberRange.source}|${compound.source})${trailingText.source})`,
  'u',
);

// Moves to the next line as a whole, and only breaks if it is longer than a line. Inherits the underline of a link.
const NoBreak = styled.span({ display: 'inline-block', maxWidth: '100%', textDecoration: 'inherit' });

/** Returns a text whose ranges, mail addresses and compounds (“AI-led”) do not break unless longer than a line. */
export function preventLineBreaks(text: string): ReactNode {
  if (!/[@–-]/.test(text)) return text;
  const parts = text.split(unbreakableText);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <NoBreak key={index}>{part.includes('@') ? allowLineBreaks(part) : part}</NoBreak>
    ),
  );
}

// The space between two sentences.
const sentenceBreak = /(?<=[.!?]) (?=\p{Lu})/u;

/** Returns a heading whose sentences move to the next line as a whole instead of breaking. */
export function renderHeading(text: string): ReactNode {
  const sentences = text.split(sentenceBreak);
  if (sentences.length === 1) return preventLineBreaks(text);
  return sentences.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <NoBreak>{preventLineBreaks(sentence)}</NoBreak>
    </Fragment>
  ));
}

/** Returns a mail address that may break after `@` and before a full stop. */
export function allowLineBreaks(text: string): ReactNode {
  return text.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
