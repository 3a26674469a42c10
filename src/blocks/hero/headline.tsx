import styled from '@emotion/styled';
import { type CSSObject, keyframes } from '@emotion/react';
import { Fragment, useContext } from 'react';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { BlockPositionContext } from '../../ui/page-context.ts';
import { heading as headingText } from '../../ui/unbroken.tsx';
import { from, measure, motionAllowed, size } from '../../ui/design-tokens.ts';
import type { HeroLayout } from './layouts.ts';

const shownFor = 3000;
const fade = 300;

/** Returns an animation that cycles through phrases without script. Each one disappears before the next appears. */
function turns(phrases: number) {
  const cycle = shownFor * phrases;
  const percent = (time: number) => `${((100 * time) / cycle).toFixed(3)}%`;
  // The fade is a filter, because contrast checkers include the opacity of a text in its colour. Hidden
  // phrases also have opacity 0, so that checkers skip them.
  return keyframes({
    '0%': { opacity: 1, filter: 'opacity(0)' },
    [`${percent(fade / 2)}, ${percent(shownFor - fade / 2)}`]: { opacity: 1, filter: 'opacity(1)' },
    [percent(shownFor)]: { opacity: 1, filter: 'opacity(0)' },
    [`${percent(shownFor + 1)}, 100%`]: { opacity: 0, filter: 'opacity(0)' },
  });
}

/** Returns a font size at which a word of twelve letters, such as “Architecture”, fits into a share of the page. */
const fitting = (largest: string, share: number) => `min(${largest}, ${13 * share}cqi)`;
/** Returns the font sizes of a heading that is limited to a share of the page in large windows. */
const headlineStyles = (largest: string, share: number): CSSObject => ({
  fontSize: fitting(largest, 1),
  [from.tablet]: { fontSize: fitting(largest, share) },
});
/** The typography of the heading by layout. */
const styles: Record<HeroLayout, CSSObject> = {
  wide: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.03, letterSpacing: '-.04em' },
  split: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.03, letterSpacing: '-.04em' },
  compact: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.04, letterSpacing: '-.035em' },
  statement: { ...headlineStyles(size.statement, 1), lineHeight: 0.98, letterSpacing: '-.05em' },
  case: { ...headlineStyles(size.headline, 0.48), lineHeight: 1.04, letterSpacing: '-.035em' },
  product: { ...headlineStyles(size.product, 0.48), lineHeight: 1.02, letterSpacing: '-.035em' },
  scene: { ...headlineStyles(size.scene, 0.9), lineHeight: 1, letterSpacing: '-.045em' },
  article: { ...headlineStyles(size.article, 0.74), lineHeight: 1, letterSpacing: '-.045em' },
};

const Heading = styled.h1<{ layout: HeroLayout }>(({ layout }) => styles[layout]);
// All phrases are in the same grid cell.
const TurningHeading = styled(Heading)({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });
const Phrase = styled.span<{ phrases: number; turn: number }>(({ phrases, turn }) => {
  const cycle = shownFor * phrases;
  // The first phrase is visible from the first paint.
  const delay = (turn === 0 ? 0 : turn * shownFor - cycle) - fade / 2 - 1;
  return {
    gridArea: '1 / 1',
    opacity: turn === 0 ? 1 : 0,
    [motionAllowed]: {
      animation: `${turns(phrases)} ${cycle}ms linear ${delay}ms infinite`,
      'body:has([data-motion]:checked) &': { animationPlayState: 'paused' },
    },
  };
});

/** The heading of a hero: one text, or several phrases that replace each other. */
export function Headline({ layout, heading }: Pick<BlockOf<'hero'>, 'layout' | 'heading'>) {
  const position = useContext(BlockPositionContext);
  const [only, ...more] = heading;
  if (more.length === 0)
    return (
      <Heading as={position.heading} layout={layout}>
        {headingText(only ?? '')}
      </Heading>
    );
  return (
    <TurningHeading as={position.heading} layout={layout}>
      {heading.map((phrase, turn) => (
        <Fragment key={turn}>
          {turn > 0 && <span className="for-screen-readers">, </span>}
          <Phrase phrases={heading.length} turn={turn}>
            {phrase}
          </Phrase>
        </Fragment>
      ))}
    </TurningHeading>
  );
}
