import styled from '@emotion/styled';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { Glyph } from '../../design/icon.tsx';
import { InlineText } from '../../design/inline-text.tsx';
import { Tags } from '../../design/tags.tsx';
import { color, measure, size, space } from '../../design/theme.ts';

export const Tag = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted });
const Points = styled.ul({
  display: 'grid',
  gap: space.tight,
  '& li': { display: 'flex', gap: space.tight, lineHeight: 1.5 },
  '& svg': { width: '1.125rem', height: '1.125rem', marginTop: '0.2rem', color: color.muted },
});
const RowBody = styled.div({ display: 'grid', gap: space.small, maxWidth: measure.row });

/** What a card says below its heading; in `rows`, beside it. */
export function CardBody({ item, rows }: { item: BlockOf<'card-grid'>['items'][number]; rows: boolean }) {
  const words = (
    <>
      {rows && item.tag !== undefined && <Tag>{item.tag}</Tag>}
      <InlineText as={Text}>{item.text}</InlineText>
      {item.points && (
        <Points>
          {item.points.map((point, index) => (
            <li key={index}>
              <Glyph name="check" />
              <InlineText as="span">{point}</InlineText>
            </li>
          ))}
        </Points>
      )}
      {item.tags && <Tags>{item.tags}</Tags>}
    </>
  );
  return rows ? <RowBody>{words}</RowBody> : words;
}
