import styled from '@emotion/styled';
import { useContext } from 'react';
import { color, from, radius, raisedBox, size, space, touchRow } from '../components/theme.ts';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { BlockPositionContext } from '../components/page-context.ts';
import { Glyph } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { Picture } from '../components/picture.tsx';
import { ProseText } from '../components/prose.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Tags } from '../components/tags.tsx';

const Drawing = styled.svg({
  '& rect': { fill: color.accentWash },
  '& text': { fill: color.ink, fontSize: 34, fontWeight: 650, textAnchor: 'middle' },
});

/** Initials instead of a portrait. Hidden from screen readers, which read the name. */
function Monogram({ name }: { name: string }) {
  return (
    <Drawing viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" />
      <text x="48" y="60">
        {initialsOf(name)}
      </text>
    </Drawing>
  );
}

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word][0]?.toUpperCase()).join('');
}

const Grid = styled.ul({
  display: 'grid',
  [from.phone]: {
    gap: space.wide,
    '&[data-layout=rows]': { rowGap: space.large },
    '&[data-layout=cards]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  [from.desktop]: { '&[data-layout]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  // An open biography stretches only its own item.
  '&:has(details[open])': { alignItems: 'start', '& > li': { gridRow: 'auto', gridTemplateRows: 'auto' } },
});
// People in a row share three subgrid rows: name, text and foot. On a phone they are a list.
const Person = styled.li({
  display: 'grid',
  gridRow: 'span 3',
  gridTemplateRows: 'subgrid',
  gap: `${space.tight} ${space.item}`,
  alignItems: 'start',
  gridTemplateColumns: '4rem minmax(0, 1fr)',
  borderTop: `1px solid ${color.line}`,
  paddingTop: space.small,
  '& > div ~ *': { gridColumn: '1 / -1' },
  '& > :is(picture, svg) + div': { alignSelf: 'center' },
  '& > svg, & > picture > img': { width: '100%', borderRadius: radius },
  '[data-layout=rows] > &': { gridTemplateColumns: '4.75rem minmax(0, 1fr)' },
  [from.phone]: {
    rowGap: space.small,
    '[data-layout=cards] > &': {
      gridTemplateColumns: 'clamp(5.5rem, 48%, 10rem) minmax(0, 1fr)',
      ...raisedBox,
      padding: space.wide,
    },
    '[data-layout=rows] > &': {
      gridTemplateColumns: '5.5rem minmax(0, 1fr)',
      columnGap: space.wide,
      borderTop: `2px solid ${color.ink}`,
      paddingTop: space.wide,
      '& > :not(picture, svg)': { gridColumn: 2 },
      '& > :is(picture, svg) + div': { alignSelf: 'start' },
      '& > svg, & > picture > img': { gridRow: '1 / -1' },
    },
  },
});
const Name = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
const Title = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted, '&:last-child': { paddingBottom: space.small } });
const Foot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'start',
  columnGap: space.item,
});
const line = {
  ...touchRow,
  gap: space.hair,
  fontWeight: 650,
  color: color.accent,
  '& svg': { width: '1.1rem', height: '1.1rem' },
  '&:hover': { color: color.accentStrong, textDecoration: 'underline' },
} as const;
const Bio = styled.details({
  '&[open]': { flexBasis: '100%' },
  '& summary': { ...line, cursor: 'pointer', listStyle: 'none' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '&[open] summary svg': { transform: 'rotate(180deg)' },
  '& > div': { display: 'grid', gap: space.item, paddingBottom: space.small },
});
const Profile = styled.a({ ...line, textDecoration: 'none' });

/** People with their roles. Biographies unfold without script. */
export function People({ layout, more, competencies, profile, newTab, items, ...head }: BlockOf<'people'>) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <div>
      <SectionHead {...head} />
      <Grid data-layout={layout} data-pace="quick">
        {items.map((person) => (
          <Person key={person.name}>
            {person.image ? (
              <Picture
                {...person.image}
                crop="square"
                displayWidth={layout === 'cards' ? { narrow: 0.19, phone: 0.195, desktop: 0.128 } : 5.125}
              />
            ) : (
              <Monogram name={person.name} />
            )}
            <div>
              <Name as={inner}>{person.name}</Name>
              <Title>{person.title}</Title>
            </div>
            <InlineText as={Text}>{person.text}</InlineText>
            {(person.bio !== undefined || person.competencies || person.href !== undefined) && (
              <Foot>
                {(person.bio !== undefined || person.competencies) && (
                  <Bio>
                    <summary>
                      {more}
                      <span className="for-screen-readers"> {person.name}</span>
                      <Glyph name="chevron" />
                    </summary>
                    <div>
                      {person.bio && <ProseText level={inner === 'h2' ? 'h3' : 'h4'}>{person.bio}</ProseText>}
                      {person.competencies && (
                        <>
                          {competencies !== undefined && (
                            <p>
                              <strong>{competencies}</strong>
                            </p>
                          )}
                          <Tags>{person.competencies}</Tags>
                        </>
                      )}
                    </div>
                  </Bio>
                )}
                {person.href !== undefined && (
                  <Profile href={person.href} target="_blank" rel="noopener noreferrer">
                    {profile}
                    <span className="for-screen-readers">
                      : {person.name}, {newTab}
                    </span>
                    <Glyph name="outside" />
                  </Profile>
                )}
              </Foot>
            )}
          </Person>
        ))}
      </Grid>
    </div>
  );
}
