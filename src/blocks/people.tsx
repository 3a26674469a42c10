import styled from '@emotion/styled';
import { useContext } from 'react';
import { color, from, radius, raisedBox, space, touchTarget } from '../ui/design-tokens.ts';
import { allowEmailLineBreaks } from '../ui/line-breaks.tsx';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph, Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { ItemHeading, MutedText, SmallPrint } from '../ui/item.tsx';
import { Monogram } from '../ui/monogram.tsx';
import { Picture } from '../ui/picture.tsx';
import type { DisplayWidth } from '../ui/picture-data.ts';
import { ProseText } from '../ui/prose.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { Tags } from '../ui/tags.tsx';

type PersonData = BlockByType<'people'>['items'][number];

const portraitWidth = { narrow: '4rem', phone: '6rem' } as const satisfies DisplayWidth;

// A person with an open biography fills a row. The other people fill the remaining rows.
const Grid = styled(ItemGrid)({
  [from.belowPhone]: { gap: space.hair },
  [from.phone]: {
    '&:has(details[open])': {
      display: 'flex',
      flexWrap: 'wrap',
      '& > li': { flex: `1 1 calc(50% - ${space.wide})` },
      '& > li:has(details[open])': { flexBasis: '100%' },
    },
  },
  [from.desktop]: { '&:has(details[open]) > li': { flexBasis: `calc(33% - ${space.wide})` } },
});
// On phones, people are a list.
const Person = styled.li({
  display: 'grid',
  gap: `${space.small} ${space.item}`,
  alignItems: 'start',
  gridTemplateColumns: `${portraitWidth.narrow} minmax(0, 1fr)`,
  borderTop: `1px solid ${color.line}`,
  paddingTop: space.item,
  '& > div ~ *': { gridColumn: '1 / -1' },
  '& > :is(picture, svg) + div': { alignSelf: 'center' },
  '& > svg, & > picture > img': { width: '100%', borderRadius: radius },
  [from.phone]: {
    '[data-layout] > &': { gridTemplateColumns: `${portraitWidth.phone} minmax(0, 1fr)` },
    '[data-layout=cards] > &': { ...raisedBox, padding: space.wide },
    '[data-layout=rows] > &': {
      columnGap: space.wide,
      borderTop: `1.5px solid ${color.ink}`,
      paddingTop: space.wide,
      '& > :not(picture, svg)': { gridColumn: 2, maxWidth: '24rem' },
      '& > :is(picture, svg) + div': { alignSelf: 'start' },
      '& > svg, & > picture > img': { gridRow: '1 / -1' },
    },
  },
});
const PersonFooter = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  columnGap: space.large,
});
const linkLineStyles = {
  ...touchTarget,
  gap: space.hair,
  fontWeight: 650,
  color: color.accent,
  '& svg': { width: '1.1rem', height: '1.1rem' },
  '&:hover': { color: color.accentStrong, textDecoration: 'underline' },
} as const;
const Bio = styled.details({
  '&[open]': { flexBasis: '100%' },
  '& summary': linkLineStyles,
  '& > div': { columns: '22rem', columnGap: space.block, paddingBottom: space.small },
  '& > div > * + *': { marginTop: space.item },
});
const Profile = styled.a({ ...linkLineStyles, textDecoration: 'none' });
const Contacts = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.item,
  flexBasis: '100%',
  minWidth: 0,
  '& li': { minWidth: 0 },
  '& a': {
    ...linkLineStyles,
    fontWeight: 400,
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    textDecoration: 'none',
  },
});

/** A person's contact details and profile links. */
function ContactLinks({ email, phone, profiles = [], name, newTab }: PersonData & { newTab: string }) {
  if (email === undefined && phone === undefined && profiles.length === 0) return null;
  return (
    <Contacts>
      {email !== undefined && (
        <li>
          <a href={`mailto:${email}`}>
            <Glyph name="mail" path="M3 6h18v12H3zM3 7l9 6 9-6" />
            <span>{allowEmailLineBreaks(email)}</span>
          </a>
        </li>
      )}
      {phone !== undefined && (
        <li>
          <a href={`tel:${phone.replaceAll(/[ ()-]/g, '')}`}>
            <Glyph
              name="phone"
              path="M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1z"
            />
            {phone}
          </a>
        </li>
      )}
      {profiles.map(({ href, label, icon }) => (
        <li key={href}>
          <a href={href} {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}>
            <Icon name={icon} />
            {label}
            <span className="for-screen-readers">
              : {name}
              {href.startsWith('https:') && `, ${newTab}`}
            </span>
          </a>
        </li>
      ))}
    </Contacts>
  );
}

/** Returns whether a person has a biography, competencies, links or contact details below the text. */
const hasFooter = ({ bio, competencies, href, email, phone, profiles }: PersonData): boolean =>
  [bio, competencies, href, email, phone, profiles].some((value) => value !== undefined);

/** People and their roles. Biographies unfold without JavaScript. */
export function People({
  id,
  layout,
  more,
  competencies,
  profile,
  newTab,
  items,
  ...head
}: BlockByType<'people'>) {
  const { number, inner, share } = useContext(BlockPositionContext);
  const partCount = 1 + Number(items.some(({ text }) => text)) + Number(items.some(hasFooter));
  return (
    <SectionFrame>
      <SectionHead {...head} />
      <Grid
        data-layout={share === undefined ? layout : undefined}
        data-pace="quick"
        most={share === undefined ? 3 : 1}
        gap={layout === 'rows' ? space.large : space.wide}
        columnGap={space.wide}
        parts={partCount}
      >
        {items.map((person) => (
          <Person key={person.name}>
            {person.image ? (
              <Picture {...person.image} crop="square" displayWidth={portraitWidth} />
            ) : (
              <Monogram name={person.name} />
            )}
            <div>
              <ItemHeading>{person.name}</ItemHeading>
              {person.title?.map((role) => (
                <SmallPrint key={role}>{role}</SmallPrint>
              ))}
            </div>
            <InlineText as={MutedText}>{person.text}</InlineText>
            {hasFooter(person) && (
              <PersonFooter>
                <ContactLinks {...person} newTab={newTab} />
                {(person.bio !== undefined || person.competencies) && (
                  <Bio name={`${id ?? `block-${number}`}-person`}>
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
              </PersonFooter>
            )}
          </Person>
        ))}
      </Grid>
    </SectionFrame>
  );
}
