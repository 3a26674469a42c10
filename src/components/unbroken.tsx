import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';

// Browsers break lines after a dash between numbers, and after the hyphens of a mail address.
const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+[.,;:!?)]*/u;
const range = /[\p{N}.,:]*\p{N}–\p{N}[\p{N}.,:]*/u;
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
