import styled from '@emotion/styled';
import { type CSSObject, keyframes } from '@emotion/react';
import { Fragment, useContext } from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { BlockPositionContext } from '../../ui/page-context.ts';
import { renderHeading as headingText } from '../../ui/line-breaks.tsx';
import { from, measure, motionAllowed, size } from '../../ui/design-tokens.ts';
import type { HeroLayout } from './layouts.ts';

const phraseMs = 3000;
const fadeMs = 300;

/**
 * Returns an animation that cycles through phrases without JavaScript. Each phrase disappears before the next one
 * appears.
 */
function createCycleAnimation(phrases: number) {
  const cycleMs = phraseMs * phrases;
  const toPercent = (time: number) => `${((100 * time) / cycleMs).toFixed(3)}%`;
  // A filter fades the phrases, because contrast checkers treat opacity as part of the text colour. Hidden phrases also
  // have the opacity 0, so that contrast checkers skip them.
  return keyframes({
    '0%': { opacity: 1, filter: 'opacity(0)' },
    [`${toPercent(fadeMs / 2)}, ${toPercent(phraseMs - fadeMs / 2)}`]: { opacity: 1, filter: 'opacity(1)' },
    [toPercent(phraseMs)]: { opacity: 1, filter: 'opacity(0)' },
    [`${toPercent(phraseMs + 1)}, 100%`]: { opacity: 0, filter: 'opacity(0)' },
  });
}

/**
 * Returns a font size at which a word of twelve letters, such as “Architecture”, fits into a share of the page width.
 */
const toFittingFontSize = (maxSize: string, share: number) => `min(${maxSize}, ${13 * share}cqi)`;
/** Returns the font sizes of a heading. In large windows, a long word fits into the given share of the page width. */
const toHeadingSizes = (maxSize: string, share: number): CSSObject => ({
  fontSize: toFittingFontSize(maxSize, 1),
  [from.tablet]: { fontSize: toFittingFontSize(maxSize, share) },
});
/** The heading styles by layout. */
const stylesByLayout: Record<HeroLayout, CSSObject> = {
  wide: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.03, letterSpacing: '-.04em' },
  split: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.03, letterSpacing: '-.04em' },
  compact: { fontSize: size.headline, maxWidth: measure.heading, lineHeight: 1.04, letterSpacing: '-.035em' },
  statement: { ...toHeadingSizes(size.statement, 1), lineHeight: 0.98, letterSpacing: '-.05em' },
  case: { ...toHeadingSizes(size.headline, 0.48), lineHeight: 1.04, letterSpacing: '-.035em' },
  product: { ...toHeadingSizes(size.product, 0.48), lineHeight: 1.02, letterSpacing: '-.035em' },
  scene: { ...toHeadingSizes(size.scene, 0.9), lineHeight: 1, letterSpacing: '-.045em' },
  article: { ...toHeadingSizes(size.article, 0.74), lineHeight: 1, letterSpacing: '-.045em' },
};

const Heading = styled.h1<{ layout: HeroLayout }>(({ layout }) => stylesByLayout[layout]);
// Places all phrases in the same grid cell.
const CyclingHeading = styled(Heading)({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });
const Phrase = styled.span<{ phrases: number; turn: number }>(({ phrases, turn: index }) => {
  const cycleMs = phraseMs * phrases;
  // Negative delays make the first phrase visible from the first paint.
  const delayMs = (index === 0 ? 0 : index * phraseMs - cycleMs) - fadeMs / 2 - 1;
  return {
    gridArea: '1 / 1',
    opacity: index === 0 ? 1 : 0,
    [motionAllowed]: {
      animation: `${createCycleAnimation(phrases)} ${cycleMs}ms linear ${delayMs}ms infinite`,
      'body:has([data-motion]:checked) &': { animationPlayState: 'paused' },
    },
  };
});

/** The heading of a hero: a single phrase, or several phrases that replace each other. */
export function Headline({ layout, heading }: Pick<BlockByType<'hero'>, 'layout' | 'heading'>) {
  const position = useContext(BlockPositionContext);
  const [firstPhrase, ...otherPhrases] = heading;
  if (otherPhrases.length === 0)
    return (
      <Heading as={position.heading} layout={layout}>
        {headingText(firstPhrase ?? '')}
      </Heading>
    );
  return (
    <CyclingHeading as={position.heading} layout={layout}>
      {heading.map((phrase, index) => (
        <Fragment key={index}>
          {index > 0 && <span className="for-screen-readers">, </span>}
          <Phrase phrases={heading.length} turn={index}>
            {phrase}
          </Phrase>
        </Fragment>
      ))}
    </CyclingHeading>
  );
}
