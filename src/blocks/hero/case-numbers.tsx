import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { Glyph } from '../../ui/icon.tsx';
import { PageContext } from '../../ui/page-context.ts';
import { Picture } from '../../ui/picture.tsx';
import { color, from, size, space } from '../../ui/design-tokens.ts';

const CaseFrame = styled.p({
  display: 'flex',
  alignItems: 'center',
  gap: `${space.hair} ${space.wide}`,
  paddingBottom: space.small,
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.note,
  color: color.muted,
  '& strong': { color: color.ink },
  '& img': { width: 'auto', maxWidth: '9.5rem', height: '2.5rem', objectFit: 'contain', borderRadius: 0 },
  '& time': { marginInlineStart: 'auto', flex: 'none' },
  // On phones, the subject is below the client and the date.
  [from.belowPhone]: { flexWrap: 'wrap', '& * + span': { order: 1, flex: '1 0 100%' } },
});

/** The client, subject and date of a case study, above a separator line. */
export function CaseLine({ client, eyebrow }: Pick<BlockByType<'hero'>, 'client' | 'eyebrow'>) {
  const { article } = useContext(PageContext);
  if (!client && eyebrow === undefined && !article) return null;
  return (
    <CaseFrame>
      {client &&
        (client.src === undefined ? (
          <strong>{client.name}</strong>
        ) : (
          <Picture {...client} src={client.src} alt={client.name} displayWidth={9.5} />
        ))}
      {eyebrow !== undefined && <span>{eyebrow}</span>}
      {article && <time dateTime={article.published.date}>{article.published.words}</time>}
    </CaseFrame>
  );
}

const NumberRow = styled.div({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  '& > div:has(+ svg)': {
    // The arrow stays in the middle. A label that is wider than its number continues below the arrow.
    display: 'contents',
    '& > p': { gridArea: '2 / 1 / 3 / 3', marginInlineEnd: space.wide },
    // The number is muted, because its size is enough emphasis. In full colour, it would outweigh the buttons.
    '& > strong': { color: color.muted },
  },
  '&:has(svg) strong': { fontSize: `min(${size.figure}, 13.5cqi)` },
  '& > svg + div': { gridRow: 'span 2' },
  fontWeight: 650,
  // Proportional digits. In tabular digits, the space around a 1 would move it away from the edge of the page.
  fontVariantNumeric: 'lining-nums',
  '& p': { fontSize: size.body, fontWeight: 400, lineHeight: 1.4, color: color.muted, maxWidth: '17rem' },
  '& strong': {
    display: 'block',
    marginBottom: space.tight,
    fontFamily: 'var(--display)',
    // At 40cqi, a number of four digits fits into the page width. At 13.5cqi, two numbers of five digits and an arrow
    // fit.
    fontSize: `min(${size.figure}, 40cqi)`,
    lineHeight: 0.9,
    letterSpacing: '-0.06em',
    // Negative margins align the ink of the digits, not the space around them, with the edges of the page.
    marginInline: '-0.04em 0.03em',
  },
  '& > svg': {
    width: 'clamp(1.5rem, 10cqi, 9rem)',
    height: 'auto',
    color: color.muted,
    placeSelf: 'center',
    marginInline: space.small,
  },
});

/** The numbers in a case study: either the values before and after the project, or a single value. */
export function CaseNumbers({ numbers }: Pick<BlockByType<'hero'>, 'numbers'>) {
  if (numbers.length === 0) return null;
  return (
    <NumberRow>
      {numbers.map(({ value, label }, index) => [
        index > 0 && <Glyph key="arrow" name="arrow" />,
        <div key={label}>
          <strong data-value>{value}</strong>
          <p>{label}</p>
        </div>,
      ])}
    </NumberRow>
  );
}
