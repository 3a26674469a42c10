import styled from '@emotion/styled';
import { useContext } from 'react';
import type { Crop } from '../../../schema/base/crop.ts';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { ActionLink } from '../../design/actions.tsx';
import { BlockPlace } from '../../design/block-place.ts';
import type { DisplayWidth } from '../../design/display-width.ts';
import { Icon } from '../../design/icon.tsx';
import { Picture } from '../../design/picture.tsx';
import { color, size, space } from '../../design/theme.ts';
import { CardBody, Tag } from './card-body.tsx';
import { CardBox } from './card-box.ts';

type Item = BlockOf<'card-grid'>['items'][number];
type Layout = BlockOf<'card-grid'>['layout'];

const Title = styled.h3({
  fontSize: size.item,
  lineHeight: 1.3,
  '&:has(svg)': { display: 'flex', gap: space.tight },
  '& svg': { width: '1.3em', height: '1.3em', color: color.muted },
});
const Foot = styled.div({ marginTop: 'auto' });
// A picture of a tile reaches its edges.
const tileWidth = (columns: number): DisplayWidth => ({
  narrow: 1,
  phone: 0.49,
  tablet: columns === 3 ? 0.32 : undefined,
  desktop: columns === 4 ? 0.24 : undefined,
});

interface Props {
  item: Item;
  layout: Layout;
  columns: number;
  align: Crop | undefined;
}

/** One of the things in a grid of so many columns, whose pictures have the same proportions. */
export function Card({ item, layout, columns, align }: Props) {
  const { inner } = useContext(BlockPlace);
  const { heading, image, action, tag } = item;
  const rows = layout === 'rows';
  const icon = !rows && item.icon !== undefined && <Icon name={item.icon} />;
  return (
    <CardBox>
      {!rows && image && (
        <Picture {...image} align={align} displayWidth={layout === 'tiles' ? tileWidth(columns) : 5} />
      )}
      {!image && icon}
      {!rows && tag !== undefined && <Tag>{tag}</Tag>}
      <Title as={inner}>
        {/* Beside a picture the icon belongs to the heading. */}
        {image && icon}
        {heading}
      </Title>
      <CardBody item={item} rows={rows} />
      {action && (
        <Foot>
          <ActionLink
            action={action}
            variant="text"
            about={action.label.includes(heading) ? undefined : heading}
          />
        </Foot>
      )}
    </CardBox>
  );
}
