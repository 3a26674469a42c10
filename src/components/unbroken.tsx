import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers break lines after a dash between numbers or times, and after the hyphens of a mail address.
const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+[.,;:!?)]*/u;
const range = /[\p{N}.,:]*\p{N}(?:[AP]M)?–\p{N}[\p{N}.,:]*(?:[AP]M)?/u;
const both = new RegExp(`(${address.source}|${range.source})`, 'u');

// Moves to the next line as a whole, and breaks only if it is longer than a line.
const Whole = styled.span({ display: 'inline-block', maxWidth: '100%' });

/** A text whose ranges of numbers and mail addresses are not broken where a line could hold them. */
export function unbroken(text: string): ReactNode {
  if (!/[–@]/.test(text)) return text;
  const parts = text.split(both);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 0 ? part : <Whole key={at}>{part.includes('@') ? breakable(part) : part}</Whole>,
  );
}

// A hyphen or the beginning of a second sentence in the middle of a line, where a heading would break badly.
const hyphened = /(\p{L}+(?:-\p{L}+)+[.,;:!?]*)/u;
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu})/u;

/** A heading whose words with hyphens, and sentences, begin a line rather than break in it. */
export function heading(text: string): ReactNode {
  const sentences = text.split(sentenceEnd);
  if (sentences.length > 1)
    return sentences.map((sentence, at) => (
      <Fragment key={at}>
        {at > 0 && ' '}
        <Whole>{words(sentence)}</Whole>
      </Fragment>
    ));
  return words(text);
}

function words(text: string): ReactNode {
  if (!hyphened.test(text)) return unbroken(text);
  return text
    .split(hyphened)
    .map((part, at) =>
      at % 2 === 0 ? <Fragment key={at}>{unbroken(part)}</Fragment> : <Whole key={at}>{part}</Whole>,
    );
}

// Shorter ones fit into every column.
const longAddress = 24;

/** A mail address that breaks after `@` and in front of a full stop, if it has to. */
export function breakable(text: string): ReactNode {
  if (text.length <= longAddress) return text;
  return text.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
