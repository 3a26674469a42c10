import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers break lines after hyphens, also those of a mail address, and after a dash between numbers or times.
const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/u;
const range = /\p{N}[\p{N}.,:APM]*–[\p{N}.,:APM%]+/u;
// The capitals of a compound such as “AI-led” would look lost at the end of a line.
const compound = /(?<![\p{L}\p{N}-])[\p{Lu}\p{N}.]+(?:-\p{L}+)+/u;
// They also break beside a box at a space that does not break a line, such as that of a unit.
const end = /[.,;:!?)]*(?:\u00A0\S+)*/u;
const whole = new RegExp(`((?:${mailAddress.source}|${range.source}|${compound.source})${end.source})`, 'u');

// Moves to the next line as a whole, and breaks only if it is longer than a line. The line of a link ends at its edges.
const Whole = styled.span({ display: 'inline-block', maxWidth: '100%', textDecoration: 'inherit' });

/** A text whose ranges, mail addresses and compounds such as “AI-led” are not broken where a line could hold them. */
export function keepTogether(text: string): ReactNode {
  if (!/[@–-]/.test(text)) return text;
  const parts = text.split(whole);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 0 ? part : <Whole key={at}>{part.includes('@') ? breakable(part) : part}</Whole>,
  );
}

// The beginning of a second sentence in the middle of a line, where a heading would break badly.
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu})/u;

/** A heading whose sentences begin a line rather than break in it. */
export function heading(text: string): ReactNode {
  const sentences = text.split(sentenceEnd);
  if (sentences.length === 1) return keepTogether(text);
  return sentences.map((sentence, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <Whole>{keepTogether(sentence)}</Whole>
    </Fragment>
  ));
}

/** A mail address that breaks after `@` and in front of a full stop, if it has to. */
export function breakable(text: string): ReactNode {
  return text.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
