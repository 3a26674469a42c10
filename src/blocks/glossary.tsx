import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, pill, size, space } from '../ui/design-tokens.ts';

/**
 * Sorts items by a text and groups them by first letter, following the rules of the language. In some languages, a
 * letter with a diacritic has a separate group (Polish Ś); in others, it belongs to its base letter (German Ä).
 * Digits and symbols are in the group `#`.
 */
export function groupByInitial<One>(
  all: readonly One[],
  textOf: (one: One) => string,
  language = 'und',
): [string, One[]][] {
  const order = new Intl.Collator(language, { sensitivity: 'base', numeric: true, ignorePunctuation: true });
  const letterOf = (text: string) => {
    const [first = ''] = text.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '');
    const [bare = ''] = first.normalize('NFD');
    if (!/\p{L}/u.test(first)) return '#';
    return (order.compare(first, bare) === 0 ? bare : first).toLocaleUpperCase(language);
  };
  const sorted = all.toSorted((a, b) => order.compare(textOf(a), textOf(b)));
  return [...Map.groupBy(sorted, (one) => letterOf(textOf(one)))];
}

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
    ...pill,
  },
  '@media print': { display: 'none' },
});
const Letter = styled.div({
  display: 'grid',
  gap: space.item,
  paddingBlock: space.wide,
  borderTop: `1.5px solid ${color.ink}`,
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

type GlossaryItems = BlockOf<'glossary'>['items'];

/** Terms with their definitions, in alphabetical order. */
export function Glossary({ id, layout, jump, items, ...head }: BlockOf<'glossary'>) {
  const { number, first, inner } = useContext(BlockPositionContext);
  const { language } = useContext(PageContext);
  const groups = groupByInitial(items, ({ term }) => term, language);
  const anchorOf = (index: number) => `${id ?? `block-${number}`}-letter-${index + 1}`;
  return (
    <SectionFrame>
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
    </SectionFrame>
  );
}

const Meanings = ({ words }: { words: GlossaryItems }) => (
  <Words>
    {words.map(({ term, id, text }) => (
      <div key={term} id={id}>
        <dt>{term}</dt>
        <InlineText as="dd">{text}</InlineText>
      </div>
    ))}
  </Words>
);
