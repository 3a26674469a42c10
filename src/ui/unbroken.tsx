import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers break lines after hyphens, also in mail addresses, and after a dash between numbers or times.
const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/u;
const range = /\p{N}[\p{N}.,:APM]*–[\p{N}.,:APM%]+/u;
// The capitals of a compound such as “AI-led” would look lost at the end of a line.
const compound = /(?<![\p{L}\p{N}-])[\p{Lu}\p{N}.]+(?:-\p{L}+)+/u;
// Next to an inline block, browsers break lines even at a no-break space, such as in front of a unit.
const end = /[.,;:!?)]*(?:\u00A0\S+)*/u;
const whole = new RegExp(`((?:${mailAddress.source}|${range.source}|${compound.source})${end.source})`, 'u');

// Moves to the next line as a whole, and only breaks if it is longer than a line. Inherits the underline of a link.
const Whole = styled.span({ display: 'inline-block', maxWidth: '100%', textDecoration: 'inherit' });

/** Returns a text whose ranges, mail addresses and compounds (“AI-led”) do not break unless longer than a line. */
export function keepTogether(text: string): ReactNode {
  if (!/[@–-]/.test(text)) return text;
  const parts = text.split(whole);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 0 ? part : <Whole key={at}>{part.includes('@') ? breakable(part) : part}</Whole>,
  );
}

// The space between two sentences.
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu})/u;

/** Returns a heading whose sentences move to the next line as a whole instead of breaking. */
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

/** Returns a mail address that may break after `@` and before a full stop. */
export function breakable(text: string): ReactNode {
  return text.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
