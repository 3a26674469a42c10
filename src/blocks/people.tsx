import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Glyph } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { Picture } from '../design/picture.tsx';
import { ProseText } from '../design/prose-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { Tags } from '../design/tags.tsx';
import { color, from, radius, size, space } from '../design/theme.ts';

const Grid = styled.ul({
  display: 'grid',
  gap: space.wide,
  alignItems: 'start',
  [from.phone]: { '&[data-layout=cards]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  [from.desktop]: { '&[data-layout=cards]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }, '&[data-layout=rows]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
});
const Person = styled.li({
  display: 'grid',
  gap: space.small,
  '[data-layout=cards] > &': { border: `1px solid ${color.line}`, borderRadius: radius, background: color.raised, padding: space.wide },
  '[data-layout=rows] > &': { gridTemplateColumns: '5.5rem minmax(0, 1fr)', columnGap: space.wide, borderTop: `2px solid ${color.ink}`, paddingTop: space.wide, '& > :not(picture)': { gridColumn: 2 }, '& > picture > img': { gridRow: '1 / span 4' } },
  '[data-layout=cards] > & > picture > img': { width: '7rem' },
});
const Name = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
const Title = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted });
const Bio = styled.details({
  '& summary': { display: 'inline-flex', alignItems: 'center', gap: space.hair, minHeight: '2.75rem', fontWeight: 600, color: color.accent, cursor: 'pointer', listStyle: 'none' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& summary:hover': { color: color.accentStrong, textDecoration: 'underline' },
  '& summary svg': { width: '1.1rem', height: '1.1rem' },
  '&[open] summary svg': { transform: 'rotate(180deg)' },
  '& > div': { display: 'grid', gap: space.item, fontSize: size.note, paddingBottom: space.small },
  '& h4': { margin: 0, fontSize: size.note },
});
const Profile = styled.a({ justifySelf: 'start', display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem', fontSize: size.note });

/** People with what they do; their biographies open in place, with no script. */
export function People({ layout, more, competencies, profile, items, ...head }: BlockOf<'people'>) {
  const Level = head.heading === undefined ? 'h2' : 'h3';
  return (
    <div>
      <SectionHead {...head} />
      <Grid data-layout={layout} data-pace="quick">
        {items.map((person) => (
          <Person key={person.name}>
            <Picture {...person.image} room={layout === 'cards' ? 7 : 5.5} />
            <div>
              <Name as={Level}>{person.name}</Name>
              <Title>{person.title}</Title>
            </div>
            <Text><InlineText>{person.text}</InlineText></Text>
            <Bio>
              <summary>{more}<span className="for-screen-readers"> {person.name}</span><Glyph name="chevron" /></summary>
              <div>
                <ProseText>{person.bio}</ProseText>
                {person.competencies && (
                  <>
                    {competencies !== undefined && <p><strong>{competencies}</strong></p>}
                    <Tags>{person.competencies}</Tags>
                  </>
                )}
              </div>
            </Bio>
            <Profile href={person.href} target="_blank" rel="noopener noreferrer">{profile}<span className="for-screen-readers">: {person.name}</span></Profile>
          </Person>
        ))}
      </Grid>
    </div>
  );
}
