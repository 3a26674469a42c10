import styled from '@emotion/styled';
import { color } from '../../design/theme.ts';

const Drawing = styled.svg({
  '& rect': { fill: color.accentWash },
  '& text': { fill: color.ink, fontSize: 34, fontWeight: 650, textAnchor: 'middle' },
});

/** The first letters of a name in the place of a portrait: they say nothing that the name does not. */
export function Monogram({ name }: { name: string }) {
  return (
    <Drawing viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" />
      <text x="48" y="60">
        {initialsOf(name)}
      </text>
    </Drawing>
  );
}

/** The first letter of the first word and of the last. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('');
}
