import styled from '@emotion/styled';
import { color } from './design-tokens.ts';

const MonogramImage = styled.svg({
  // Makes the monogram visible on a card of the same colour.
  '& rect': { fill: color.accentWash, stroke: color.line },
  '& text': { fill: color.ink, fontSize: 36, fontWeight: 650, textAnchor: 'middle' },
});

/**
 * Initials in place of a portrait, as wide as the container. The initials are hidden from screen readers, because the
 * name is next to them.
 */
export function Monogram({ name }: { name: string }) {
  return (
    <MonogramImage viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" />
      <text x="48" y="60">
        {getInitials(name)}
      </text>
    </MonogramImage>
  );
}

/** Returns the initials of the first and the last word in a name. */
function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const outerWords = words.length > 1 ? [words[0], words.at(-1)] : words;
  return outerWords.map((word = '') => [...word][0]?.toUpperCase()).join('');
}
