import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, optionLink, size, space } from '../ui/design-tokens.ts';

/**
 * Sorts items by their text, and groups them by initial according to the rules of the language. A letter with a
 * diacritic has its own group in some languages (Polish Ś), and belongs to the group of its base letter in other
 * languages (German Ä). Digits and symbols are in the group `#`.
 */
export function groupByInitial<Item>(
  items: readonly Item[],
  getText: (item: Item) => string,
  language = 'und',
): [string, Item[]][] {
  const collator = new Intl.Collator(language, {
    sensitivity: 'base',
    numeric: true,
    ignorePunctuation: true,
  });
  const getInitial = (text: string) => {
    const [firstLetter = ''] = text.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '');
    const [baseLetter = ''] = firstLetter.normalize('NFD');
    if (!/\p{L}/u.test(firstLetter)) return '#';
    return (collator.compare(firstLetter, baseLetter) === 0 ? baseLetter : firstLetter).toLocaleUpperCase(
      language,
    );
  };
  const sortedItems = items.toSorted((a, b) => collator.compare(getText(a), getText(b)));
  return [...Map.groupBy(sortedItems, (item) => getInitial(getText(item)))];
}

const LetterLinks = styled.nav({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  marginBottom: space.large,
  '& a': {
    display: 'grid',
    placeItems: 'center',
    minWidth: '2.75rem',
    minHeight: '2.75rem',
    ...optionLink,
  },
  '@media print': { display: 'none' },
});
const LetterGroup = styled.div({
  display: 'grid',
  gap: space.item,
  paddingBlock: space.wide,
  borderTop: `1.5px solid ${color.ink}`,
  [from.tablet]: { gridTemplateColumns: '6rem minmax(0, 1fr)' },
});
const Title = styled.h3({ fontSize: size.heading, lineHeight: 1 });
const TermList = styled.dl({
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

type GlossaryItems = BlockByType<'glossary'>['items'];

/** Terms and definitions in alphabetical order. */
export function Glossary({ id, layout, jump, items, ...head }: BlockByType<'glossary'>) {
  const { number, first, inner } = useContext(BlockPositionContext);
  const { language } = useContext(PageContext);
  const groups = groupByInitial(items, ({ term }) => term, language);
  const toLetterId = (index: number) => `${id ?? `block-${number}`}-letter-${index + 1}`;
  return (
    <SectionFrame>
      <SectionHead {...head} />
      {layout === 'letters' ? (
        <>
          <LetterLinks aria-label={jump}>
            {groups.map(([letter], index) => (
              <a key={letter} href={`#${toLetterId(index)}`}>
                {letter}
              </a>
            ))}
          </LetterLinks>
          {groups.map(([letter, terms], index) => (
            <LetterGroup key={letter} id={toLetterId(index)}>
              <Title as={first ? 'h2' : inner}>{letter}</Title>
              <Definitions words={terms} />
            </LetterGroup>
          ))}
        </>
      ) : (
        <div data-layout="list">
          <Definitions words={groups.flatMap(([, terms]) => terms)} />
        </div>
      )}
    </SectionFrame>
  );
}

const Definitions = ({ words: terms }: { words: GlossaryItems }) => (
  <TermList>
    {terms.map(({ term, id, text }) => (
      <div key={term} id={id}>
        <dt>{term}</dt>
        <InlineText as="dd">{text}</InlineText>
      </div>
    ))}
  </TermList>
);
