import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { Picture } from '../../ui/picture.tsx';
import { PageContext } from '../../ui/page-context.ts';
import { color, from, radius, size, space } from '../../ui/design-tokens.ts';
import { useLinkTo } from '../../ui/link.tsx';

const Row = styled.div({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  fontSize: size.note,
  lineHeight: 1.45,
  color: color.muted,
  '& img': { width: '3rem', borderRadius: radius, gridRow: '1 / span 2' },
  '& strong': { display: 'block', color: color.ink },
  '& strong a': {
    display: 'inline-block',
    marginBlock: '-0.25rem',
    paddingBlock: space.hair,
    color: 'inherit',
  },
  '& > p': { gridColumn: 2 },
  '& > picture ~ p': { marginInlineStart: space.small },
  [from.phone]: {
    gridTemplateColumns: 'auto auto 1fr',
    '& img': { gridRow: 1 },
    '& > p + p': {
      gridColumn: 3,
      marginInlineStart: space.item,
      paddingInlineStart: space.wide,
      borderInlineStart: `1px solid ${color.line}`,
    },
  },
  // Arranges the byline to fit into the narrow column next to the heading.
  [from.tablet]: {
    '[data-layout=article] &': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      rowGap: space.small,
      '& > p, & > p + p': { gridColumn: 1, marginInlineStart: 0, paddingInlineStart: 0, border: 0 },
      '& img': { width: '4rem', borderRadius: radius },
    },
  },
});
const BylinePart = styled.span({
  display: 'inline-block',
  '&:not(:last-of-type)::after': { content: '"·"', paddingInline: '0.4em' },
  [from.phone]: { display: 'block', '&:not(:last-of-type)::after': { content: 'none' } },
});

/** The author, date and reading time of an article. */
export function Byline({ title, image, readTime }: NonNullable<BlockByType<'hero'>['byline']>) {
  const { article } = useContext(PageContext);
  const linkTo = useLinkTo();
  return (
    <Row>
      {image && <Picture {...image} displayWidth={3} crop="square" />}
      {(article || title !== undefined) && (
        <p>
          {article && (
            <strong>
              {article.authorPage === undefined ? (
                article.author
              ) : (
                <a {...linkTo(article.authorPage)}>{article.author}</a>
              )}
            </strong>
          )}
          {title}
        </p>
      )}
      {(article || readTime !== undefined) && (
        <p>
          {article && (
            <BylinePart>
              <time dateTime={article.published.date}>{article.published.words}</time>
            </BylinePart>
          )}
          {readTime !== undefined && <BylinePart>{readTime}</BylinePart>}
        </p>
      )}
    </Row>
  );
}
