import styled from '@emotion/styled';
import { keyframes } from '@emotion/react';
import { Fragment, useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Actions } from '../components/actions.tsx';
import { Byline } from '../components/byline.tsx';
import { BlockPositionContext } from '../components/page-context.ts';
import { Glyph, Icon } from '../components/icon.tsx';
import { LastChange } from '../components/last-change.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { Picture, PictureFrame } from '../components/picture.tsx';
import { Eyebrow, Lead } from '../components/section-head.tsx';
import { color, from, measure, radius, size, space, motionAllowed, touchRow } from '../components/theme.ts';

const shownFor = 3000;
const fade = 300;

/** An animation that cycles through this number of phrases without script. */
function turns(phrases: number) {
  const cycle = shownFor * phrases;
  const percent = (time: number) => `${((100 * time) / cycle).toFixed(3)}%`;
  // The fade is a filter, because contrast checkers include the opacity of a text in its colour. Hidden
  // phrases also have opacity 0, so that checkers skip them.
  return keyframes({
    [`0%, ${percent(shownFor - fade)}`]: { opacity: 1, filter: 'opacity(1)' },
    [`${percent(shownFor)}, ${percent(cycle - fade)}`]: { opacity: 1, filter: 'opacity(0)' },
    [`${percent(shownFor + 1)}, ${percent(cycle - fade - 1)}`]: { opacity: 0 },
    '100%': { opacity: 1, filter: 'opacity(1)' },
  });
}

const Frame = styled.div({
  display: 'grid',
  gap: space.block,
  [from.tablet]: {
    '&[data-layout=split]': { gridTemplateColumns: 'minmax(0, 11fr) minmax(0, 10fr)', alignItems: 'center' },
    '&[data-layout=split]:not([data-drawn])': {
      gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
      alignItems: 'end',
    },
  },
});
const Words = styled.div({ display: 'grid', gap: space.wide, justifyItems: 'start' });
const Headline = styled.h1({
  display: 'grid',
  fontSize: size.hero,
  lineHeight: 1.03,
  letterSpacing: '-0.04em',
  maxWidth: '11em',
  '[data-layout=compact] &': {
    fontSize: size.title,
    lineHeight: 1.08,
    letterSpacing: '-0.03em',
    maxWidth: measure.heading,
  },
});
const Figure = styled.figure({
  display: 'grid',
  gap: space.small,
  '& figcaption': { fontSize: size.note, color: color.muted, lineHeight: 1.5, textWrap: 'pretty' },
});
// In a hero with a dark tone, the picture is a screenshot without a margin.
const Drawing = styled(PictureFrame)({
  '[data-layout=wide] &, [data-layout=compact] &': {
    padding: 0,
    overflow: 'hidden',
    '& img': { marginInline: '0 auto' },
  },
  '[data-tone=dark] &': { padding: 0, overflow: 'hidden', background: color.raised },
});
const Phrase = styled.span<{ phrases: number; turn: number }>(({ phrases, turn }) => {
  const cycle = shownFor * phrases;
  const delay = turn === 0 ? 0 : turn * shownFor - cycle;
  return {
    gridArea: '1 / 1',
    opacity: turn === 0 ? 1 : 0,
    [motionAllowed]: {
      animation: `${turns(phrases)} ${cycle}ms linear ${delay}ms infinite`,
      '[data-block=hero]:has(input:checked) &': { animationPlayState: 'paused' },
    },
  };
});
const Foot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space.tight} ${space.wide}`,
  alignItems: 'center',
  marginTop: space.tight,
});
const Control = {
  ...touchRow,
  gap: space.tight,
  fontSize: size.note,
  color: color.muted,
  cursor: 'pointer',
  '& svg': { width: '1.25rem', height: '1.25rem' },
} as const;
const Down = styled.a({
  ...Control,
  textDecoration: 'none',
  fontWeight: 650,
  color: color.ink,
  '&:hover': { textDecoration: 'underline' },
});
// Moving text needs a pause control (WCAG 2.2.2). Nothing moves with `prefers-reduced-motion`.
const Pause = styled.label({
  ...Control,
  display: 'none',
  [motionAllowed]: { display: 'inline-flex' },
  '& input': { width: '1.125rem', height: '1.125rem', margin: 0, accentColor: color.accent },
  '&:hover': { color: color.ink },
});
const Facts = styled.ul({
  display: 'grid',
  gap: `${space.small} ${space.large}`,
  borderTop: `1px solid ${color.line}`,
  paddingTop: space.wide,
  gridColumn: '1 / -1',
  [from.phone]: { gridTemplateColumns: 'repeat(auto-fit, minmax(13rem, 1fr))' },
  [from.tablet]: {
    '[data-layout=split]:not([data-drawn]) > &': {
      gridColumn: 'auto',
      gridTemplateColumns: '1fr',
      border: `1px solid ${color.line}`,
      borderRadius: radius,
      padding: space.wide,
      background: color.raised,
    },
  },
  '& li': {
    display: 'flex',
    gap: space.small,
    alignItems: 'flex-start',
    color: color.muted,
    lineHeight: 1.45,
  },
  '& strong': { color: color.ink },
  '& svg': { color: color.ink },
});

/** The hero of a page. */
export function Hero(block: BlockOf<'hero'>) {
  const { layout, eyebrow, heading, pause, lead, byline, actions, picture, facts, scrollDown } = block;
  const place = useContext(BlockPositionContext);
  const [only = '', ...more] = heading;
  return (
    <Frame data-layout={layout} data-drawn={picture ? '' : undefined}>
      <Words>
        {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
        <Headline as={place.heading}>
          {more.length === 0
            ? only
            : heading.map((phrase, turn) => (
                <Fragment key={phrase}>
                  {turn > 0 && <span className="for-screen-readers">, </span>}
                  <Phrase phrases={heading.length} turn={turn}>
                    {phrase}
                  </Phrase>
                </Fragment>
              ))}
        </Headline>
        <InlineText as={Lead}>{lead}</InlineText>
        {byline && <Byline {...byline} />}
        <LastChange />
        <Actions actions={actions} first="primary" />
        {(scrollDown || more.length > 0) && (
          <Foot>
            {scrollDown && (
              <Down href={`#${scrollDown.scrollTo}`}>
                {scrollDown.label}
                <Glyph name="down" />
              </Down>
            )}
            {more.length > 0 && (
              <Pause>
                <input type="checkbox" />
                {pause}
              </Pause>
            )}
          </Foot>
        )}
      </Words>
      {picture && (
        <Figure as={picture.text ? 'figure' : 'div'}>
          <Drawing>
            <Picture
              {...picture}
              displayWidth={layout === 'split' ? { narrow: 0.92, tablet: 0.42 } : { narrow: 1 }}
              main
            />
          </Drawing>
          <InlineText as="figcaption">{picture.text}</InlineText>
        </Figure>
      )}
      {facts.length > 0 && (
        <Facts>
          {facts.map((fact, index) => (
            <li key={index}>
              {fact.icon !== undefined && <Icon name={fact.icon} />}
              <InlineText as="span">{fact.text}</InlineText>
            </li>
          ))}
        </Facts>
      )}
    </Frame>
  );
}
