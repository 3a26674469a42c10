import styled from '@emotion/styled';
import { keyframes } from '@emotion/react';
import { Fragment, useContext } from 'react';
import type { BlockOf } from '../../../schema/content/blocks/index.ts';
import { BlockPositionContext } from '../../components/page-context.ts';
import { heading as headingText } from '../../components/unbroken.tsx';
import { fitted, from, longestWord, measure, motionAllowed, size } from '../../components/theme.ts';

type Layout = BlockOf<'hero'>['layout'];

const shownFor = 3000;
const fade = 300;

/** An animation that cycles through this number of phrases without script. One is gone before the next comes. */
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

/** How the heading is set: its size, the share of the page that it has on a large window, and its spacing. */
const styles: Record<Layout, { fontSize: string; share?: number; lineHeight: number; tracking: number }> = {
  wide: { fontSize: size.hero, lineHeight: 1.03, tracking: 0.04 },
  split: { fontSize: size.hero, lineHeight: 1.03, tracking: 0.04 },
  compact: { fontSize: size.hero, lineHeight: 1.04, tracking: 0.035 },
  statement: { fontSize: size.statement, share: 1, lineHeight: 0.98, tracking: 0.05 },
  case: { fontSize: size.hero, share: 0.48, lineHeight: 1.04, tracking: 0.035 },
  product: { fontSize: size.product, share: 0.48, lineHeight: 1.02, tracking: 0.035 },
  scene: { fontSize: size.scene, share: 0.9, lineHeight: 1, tracking: 0.045 },
  article: { fontSize: size.article, share: 0.74, lineHeight: 1, tracking: 0.045 },
};

/** From this number of letters on, a word may be wider than a phone. */
const long = 8;

const Heading = styled.h1<{ layout: Layout; longest: number; turning: boolean }>(
  ({ layout, longest, turning }) => {
    const { fontSize, share, lineHeight, tracking } = styles[layout];
    return {
      // Phrases in turn have one place. The words of a single one would be rows.
      ...(turning && { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }),
      fontSize: share !== undefined && longest > long ? fitted(fontSize, longest) : fontSize,
      lineHeight,
      letterSpacing: `-${tracking}em`,
      ...(share === undefined && { maxWidth: measure.heading }),
      ...(share !== undefined &&
        share < 1 &&
        longest > long && { [from.tablet]: { fontSize: fitted(fontSize, longest, share) } }),
    };
  },
);
const Phrase = styled.span<{ phrases: number; turn: number }>(({ phrases, turn }) => {
  const cycle = shownFor * phrases;
  // The first one is visible from the first paint on.
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

/** The heading of a hero: one text, or several that are shown in turn in the same place. */
export function Headline({ layout, heading }: Pick<BlockOf<'hero'>, 'layout' | 'heading'>) {
  const place = useContext(BlockPositionContext);
  const [only, ...more] = heading;
  const longest = longestWord(heading);
  return (
    <Heading
      as={place.heading}
      layout={layout}
      longest={longest}
      turning={heading.length > 1}
      data-long={longest > 12 ? '' : undefined}
    >
      {more.length === 0
        ? headingText(only ?? '')
        : heading.map((phrase, turn) => (
            <Fragment key={phrase}>
              {turn > 0 && <span className="for-screen-readers">, </span>}
              <Phrase phrases={heading.length} turn={turn}>
                {phrase}
              </Phrase>
            </Fragment>
          ))}
    </Heading>
  );
}
