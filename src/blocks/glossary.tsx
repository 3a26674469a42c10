import styled from '@emotion/styled';
import { useContext } from 'react';
import { byFirstLetter } from '../../schema/base/by-first-letter.ts';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { InlineText } from '../design/inline-text.tsx';
import { Reading } from '../design/reading.ts';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, measure, radius, size, space } from '../design/theme.ts';

const Jumps = styled.nav({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  marginBottom: space.large,
  '& a': {
    display: 'grid',
    placeItems: 'center',
    minWidth: '2.75rem',
    minHeight: '2.75rem',
    border: `1px solid ${color.line}`,
    borderRadius: radius,
    color: color.ink,
    fontWeight: 650,
    textDecoration: 'none',
  },
  '& a:hover': { borderColor: color.accent, color: color.accent },
  '@media print': { display: 'none' },
});
const Letter = styled.div({
  display: 'grid',
  gap: space.item,
  paddingBlock: space.wide,
  borderTop: `2px solid ${color.ink}`,
  [from.tablet]: { gridTemplateColumns: '6rem minmax(0, 1fr)' },
});
const Title = styled.h3({ fontSize: size.heading, lineHeight: 1 });
const Words = styled.dl({
  display: 'grid',
  gap: space.wide,
  '& > div': {
    display: 'grid',
    gap: space.hair,
    alignContent: 'start',
    [from.phone]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)', columnGap: space.wide },
  },
  '[data-layout=list] > & > div': { paddingTop: space.item, borderTop: `1px solid ${color.line}` },
  '[data-layout=list] > &': { gap: space.item },
  '& dt': { fontWeight: 650 },
  '& dd': { color: color.muted, maxWidth: measure.text },
});

type Items = BlockOf<'glossary'>['items'];

/** Words with their meaning, in the order of the alphabet. */
export function Glossary({ id, layout, jump, items, ...head }: BlockOf<'glossary'>) {
  const { number, first, inner } = useContext(BlockPlace);
  const { language } = useContext(Reading);
  const groups = byFirstLetter(items, ({ term }) => term, language);
  const anchorOf = (index: number) => `${id ?? `block-${number}`}-letter-${index + 1}`;
  return (
    <div>
      <SectionHead {...head} />
      {layout === 'letters' ? (
        <>
          <Jumps aria-label={jump}>
            {groups.map(([letter], index) => (
              <a key={letter} href={`#${anchorOf(index)}`}>
                {letter}
              </a>
            ))}
          </Jumps>
          {groups.map(([letter, words], index) => (
            <Letter key={letter} id={anchorOf(index)}>
              <Title as={first ? 'h2' : inner}>{letter}</Title>
              <Meanings words={words} />
            </Letter>
          ))}
        </>
      ) : (
        <div data-layout="list">
          <Meanings words={groups.flatMap(([, words]) => words)} />
        </div>
      )}
    </div>
  );
}

const Meanings = ({ words }: { words: Items }) => (
  <Words>
    {words.map(({ term, text }) => (
      <div key={term}>
        <dt>{term}</dt>
        <InlineText as="dd">{text}</InlineText>
      </div>
    ))}
  </Words>
);
