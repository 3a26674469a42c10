import styled from '@emotion/styled';
import { type ReactNode, useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { Byline } from './hero/byline.tsx';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { Glyph, Icon } from '../ui/icon.tsx';
import { LastChange } from '../ui/last-change.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { Picture, PictureFrame } from '../ui/picture.tsx';
import type { DisplayWidth } from '../ui/picture-data.ts';
import { Eyebrow, Lead } from '../ui/section-head.tsx';
import { color, from, size, space, motionAllowed, quietControl } from '../ui/design-tokens.ts';
import { CaseLine, CaseNumbers } from './hero/case-numbers.tsx';
import { Headline } from './hero/headline.tsx';
import { toHeroFrameStyles, toHeroTextStyles, type HeroLayout } from './hero/layouts.ts';

type Hero = BlockByType<'hero'>;

const Frame = styled.div<{ layout: HeroLayout }>(
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.large,
    [from.phone]: { gap: space.block },
  },
  ({ layout, theme }) => toHeroFrameStyles(layout, theme),
  {
    '@media print': {
      '& [data-part=actions] > div': { display: 'none' },
      '& img': { maxHeight: '38vh', width: 'auto', marginInline: '0 auto' },
    },
  },
);
const Title = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.small,
  alignContent: 'start',
  width: '100%',
});
const ActionGroup = styled(Title)({ gap: space.wide });
const HeroText = styled(ActionGroup)<{ layout: HeroLayout }>(({ layout }) => toHeroTextStyles(layout), {
  // On phones, all layouts have the same gaps.
  [from.belowPhone]: {
    '&&': { rowGap: '1.25rem' },
    '& [data-part=actions], & ul': { marginTop: space.tight },
  },
});
const Figure = styled.figure({ display: 'grid', gap: space.small });
const Caption = styled.figcaption({ fontSize: size.note, color: color.muted });
// In the layout `product`, and on a dark tone, the picture is a screenshot and has no padding.
const HeroPicture = styled(PictureFrame)({
  '[data-layout=product] > * > &, [data-tone=dark] &': {
    padding: 0,
    overflow: 'hidden',
    '& img': { marginInline: '0 auto' },
  },
  '[data-tone=dark] &': { background: color.raised },
});
const Row = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space.tight} ${space.item}`,
  alignItems: 'center',
});
// The link is small and below the actions, so that it does not compete with the buttons.
const ScrollLink = styled.a(quietControl);
// Moving text needs a pause control (WCAG 2.2.2). The switch also pauses the logos below the hero. With
// `prefers-reduced-motion`, nothing moves, so the switch is hidden.
const PauseSwitch = styled.label({
  ...quietControl,
  display: 'none',
  [motionAllowed]: { display: 'inline-flex' },
  '& input': { width: '1.125rem', height: '1.125rem', accentColor: color.accent },
});
const factColumn = '[data-part=actions] > &, [data-layout=split]:not([data-drawn]) > &';
const Facts = styled.ul({
  display: 'grid',
  gap: `${space.small} ${space.block}`,
  borderTop: `1px solid ${color.line}`,
  paddingTop: space.wide,
  gridColumn: '1 / -1',
  width: '100%',
  [from.phone]: { gridTemplateColumns: 'repeat(auto-fit, minmax(10rem, 1fr))' },
  // In a narrow column, all facts form a single list.
  [factColumn]: {
    gap: 0,
    gridTemplateColumns: '1fr',
    gridColumn: 'auto',
    paddingTop: 0,
    borderColor: color.ink,
  },
  [factColumn.replaceAll('&', '& > li')]: {
    paddingBlock: space.small,
    borderBottom: `1px solid ${color.line}`,
  },
  '& li': {
    display: 'flex',
    gap: space.small,
    alignItems: 'start',
    color: color.muted,
    lineHeight: 1.45,
  },
  '& strong': { color: color.ink },
  '& svg': { color: color.ink },
});

/** A picture as wide as the window, directly below the header. */
const Scene = styled(Figure)({
  '& > picture > img': {
    width: '100%',
    height: 'clamp(16rem, 70vh, 44rem)',
    objectFit: 'cover',
    borderRadius: 0,
    '@media print': { height: 'auto' },
  },
});

const pictureWidths: Partial<Record<HeroLayout, DisplayWidth>> = {
  split: { narrow: 0.92, tablet: 0.42 },
  // Wider than the window, because phones only show a part of the picture.
  product: { narrow: 1.6, phone: 1 },
  scene: { narrow: 1.6, phone: 1.07, desktop: 1.25 },
  article: { narrow: 1, phone: '40rem' },
};

const FactsBelow = styled.div({ paddingTop: space.wide, '& > ul': { borderTop: 0, paddingTop: 0 } });

function HeroFacts({ facts }: Pick<Hero, 'facts'>) {
  return (
    <Facts>
      {facts.map((fact, index) => (
        <li key={index}>
          {fact.icon !== undefined && <Icon name={fact.icon} />}
          <InlineText as="span">{fact.text}</InlineText>
        </li>
      ))}
    </Facts>
  );
}

/** The actions, then `children`, then the link that scrolls the page and the switch that pauses motion. */
function HeroActions({
  block: { actions, heading, pause, scrollDown },
  children,
}: {
  block: Hero;
  children: ReactNode;
}) {
  const hasAnimation = heading.length > 1;
  if (actions.length === 0 && !scrollDown && !hasAnimation && !children) return null;
  return (
    <ActionGroup data-part="actions">
      {actions.length > 0 && (
        <Row>
          <Actions actions={actions} first="primary" />
        </Row>
      )}
      {children}
      {(hasAnimation || scrollDown) && (
        <Row>
          {scrollDown && (
            <ScrollLink href={`#${scrollDown.scrollTo}`}>
              {scrollDown.label}
              <Glyph name="down" />
            </ScrollLink>
          )}
          {hasAnimation && (
            <PauseSwitch>
              <input type="checkbox" data-motion="" />
              {pause}
            </PauseSwitch>
          )}
        </Row>
      )}
    </ActionGroup>
  );
}

export function Hero(block: Hero) {
  const { layout, client, numbers, eyebrow, heading, lead, image, figure, facts } = block;
  const { first } = useContext(BlockPositionContext);
  const { article } = useContext(PageContext);
  const byline = block.byline ?? (layout === 'article' && article ? {} : undefined);
  // Four or more facts are not placed next to the lead, because they would be far taller than the lead.
  const hasFactsBeside = layout === 'statement' && !figure && facts.length < 4;
  const hasChartBeside = layout === 'split' && !image;
  const chart = figure && <InlineChart chart={figure} size={hasChartBeside ? 'beside' : 'field'} />;
  const chartBeside = hasChartBeside && chart;
  const isChartBelow = layout !== 'article' && !chartBeside && figure !== undefined;
  const factList = facts.length > 0 && <HeroFacts facts={facts} />;
  const picture = image && <Picture {...image} displayWidth={pictureWidths[layout] ?? { narrow: 1 }} main />;
  const factsBeside = hasFactsBeside && factList;
  return (
    <>
      {layout === 'scene' && picture && (
        <Scene>
          {picture}
          <InlineText as={Caption}>{image.text}</InlineText>
        </Scene>
      )}
      <Frame
        layout={layout}
        data-layout={layout}
        data-drawn={image || chartBeside ? '' : undefined}
        data-figured={isChartBelow ? '' : undefined}
        data-first={first ? '' : undefined}
      >
        {layout === 'case' && (
          <>
            <CaseLine client={client} eyebrow={eyebrow} />
            <CaseNumbers numbers={numbers} />
          </>
        )}
        <HeroText layout={layout}>
          <Title data-part="title">
            {eyebrow !== undefined && layout !== 'case' && <Eyebrow>{eyebrow}</Eyebrow>}
            <Headline layout={layout} heading={heading} />
          </Title>
          <InlineText as={Lead}>{lead}</InlineText>
          {byline && (
            <div data-part="byline">
              <Byline {...byline} />
            </div>
          )}
          <LastChange />
          {layout === 'article' && chart && <ActionGroup data-part="actions">{chart}</ActionGroup>}
          <HeroActions block={block}>{factsBeside}</HeroActions>
        </HeroText>
        {/* The facts precede the picture. Below the picture, they would be outside the coloured band. */}
        {layout === 'product' && factList}
        {layout !== 'scene' && image && (
          <Figure as={image.text ? 'figure' : 'div'} data-part="picture">
            <HeroPicture>{picture}</HeroPicture>
            <InlineText as={Caption}>{image.text}</InlineText>
          </Figure>
        )}
        {chartBeside}
        {!hasFactsBeside && !isChartBelow && layout !== 'product' && factList}
      </Frame>
      {isChartBelow && chart}
      {isChartBelow && factList && <FactsBelow>{factList}</FactsBelow>}
    </>
  );
}
