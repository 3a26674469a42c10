import styled from '@emotion/styled';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { Monogram } from '../../ui/monogram.tsx';
import { Picture } from '../../ui/picture.tsx';
import { color, from, radius, size, space, touchTarget } from '../../ui/design-tokens.ts';
import { preventLineBreaks } from '../../ui/line-breaks.tsx';

const Person = styled.figure({
  display: 'grid',
  gap: space.small,
  [from.belowPhone]: {
    gridTemplateColumns: '6rem minmax(0, 1fr)',
    columnGap: space.item,
    alignItems: 'center',
  },
  '& > svg, & > picture > img': { width: '6rem', borderRadius: radius },
  '& strong, & span': { display: 'block' },
  '& span': { color: color.muted, fontSize: size.note },
});
const ContactLine = styled.p({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.large,
  paddingTop: space.small,
  borderTop: `1.5px solid ${color.ink}`,
  '& a': { ...touchTarget, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 650 },
});

/** A contact person with a portrait and contact details. */
export function PersonLine({
  name,
  title,
  image,
  email,
  phone,
  note,
}: NonNullable<BlockByType<'cta'>['person']>) {
  return (
    <>
      <Person>
        {image ? <Picture {...image} crop="square" displayWidth={6} /> : <Monogram name={name} />}
        <figcaption>
          <strong>{name}</strong>
          {title !== undefined && <span>{preventLineBreaks(title)}</span>}
        </figcaption>
      </Person>
      {(email ?? phone ?? note) !== undefined && (
        <ContactLine>
          {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
          {phone !== undefined && <a href={`tel:${phone.replaceAll(/[ ()-]/g, '')}`}>{phone}</a>}
          {note !== undefined && <span>{preventLineBreaks(note)}</span>}
        </ContactLine>
      )}
    </>
  );
}
