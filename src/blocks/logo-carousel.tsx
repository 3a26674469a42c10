import styled from '@emotion/styled';
import type Swiper from 'swiper';
import { useEffect, useRef, useState } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Glyph } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { from, space, motionAllowed, quietControl } from '../ui/design-tokens.ts';
import { type Breakpoints, startCarousel } from './logo-carousel/carousel.ts';

const logoGapPx = 24;
// On phones, an even number of logos is in two rows. In a single row, visitors might think that the two visible logos
// are the only logos.
const phoneBreakpoints = { 0: { slidesPerView: 2 } };
const tabletBreakpoints = { 640: { slidesPerView: 3 } };
const breakpointsByLayout = {
  strip: { ...tabletBreakpoints, 900: { slidesPerView: 4 }, 1200: { slidesPerView: 5 } },
  beside: tabletBreakpoints,
};

const toSlideCounts = (breakpoints: Breakpoints) =>
  Object.fromEntries(
    Object.entries(breakpoints).map(([width, { slidesPerView }]) => [
      `@media (min-width: ${width}px)`,
      { '--count': slidesPerView },
    ]),
  );
const width = `calc((100% + ${logoGapPx}px) / var(--count) - ${logoGapPx}px)`;
const Frame = styled.div({
  // Logos without a heading belong to the opening section above them.
  'main > [data-placement=opening]:has(+ * > &:not([data-headed]))': { paddingBottom: space.wide },
  'main > :has(> &)::before': { display: 'none!important' },
  '@media print': { 'main > :has(> &)': { display: 'none' } },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.item,
  // A short introduction is close to the logos. A heading is as far from the logos as other headings are from their
  // content.
  '&[data-headed]': { rowGap: space.block },
  [from.desktop]: {
    '&[data-layout=beside]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      columnGap: space.block,
      justifyItems: 'start',
      '& > .swiper': { gridArea: '1 / 2 / span 2' },
    },
  },
});
// Until the block is hydrated, or without JavaScript, visitors scroll the logos by hand.
const Strip = styled.div({
  width: '100%',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  '--count': 2,
  '[data-layout=strip] > &': toSlideCounts(breakpointsByLayout.strip),
  '[data-layout=beside] > &': toSlideCounts(breakpointsByLayout.beside),
  '&.swiper-initialized': { overflow: 'hidden', touchAction: 'pan-y' },
  '& ul': { display: 'grid', grid: `auto/auto-flow ${width}`, gap: logoGapPx },
  '@media (max-width: 639.98px)': { '&[data-even=true] ul': { gridTemplateRows: 'auto auto' } },
  '&.swiper-initialized ul': { transitionProperty: 'transform' },
  // Removes the margins that Swiper adds in addition to the grid gaps.
  '& li': { margin: '0!important', scrollSnapAlign: 'start' },
  '& img': {
    maxWidth: 176,
    aspectRatio: '176 / 48',
    objectFit: 'contain',
    objectPosition: 'left',
    borderRadius: 0,
  },
});
// Reserves space for the pause switch, so that nothing shifts when the switch appears.
const reservedSpaceStyles = {
  [motionAllowed]: { '@media (scripting: enabled)': { display: 'inline-flex', visibility: 'hidden' } },
} as const;
const PauseSwitch = styled.button({
  ...quietControl,
  padding: 0,
  border: 0,
  background: 'none',
  '&[hidden]': { display: 'none', ...reservedSpaceStyles },
  'main:has([data-motion]) &&': { display: 'none' },
  '& svg': { width: '1.25rem', height: '1.25rem' },
});

/** Logos that advance every three seconds, until the visitor pauses them. */
export function LogoCarousel({ layout, pause, play, items, ...head }: BlockByType<'logo-carousel'>) {
  const stripRef = useRef<HTMLDivElement>(null);
  const carouselRef = useRef<Swiper>(null);
  const [isAnimated, setIsAnimated] = useState<boolean>();
  const hasEvenCount = items.length % 2 === 0;
  useEffect(() => {
    if (!stripRef.current) return;
    const element = stripRef.current;
    const tabletQuery = matchMedia('(min-width: 640px)');
    const startForWindowWidth = () =>
      startCarousel(
        element,
        logoGapPx,
        { ...phoneBreakpoints, ...breakpointsByLayout[layout] },
        hasEvenCount && !tabletQuery.matches ? 2 : 1,
      );
    // The number of rows depends on the window width. A paused carousel stays paused.
    const restart = () => {
      const wasPaused = carouselRef.current?.autoplay.running === false;
      carouselRef.current?.destroy();
      carouselRef.current = startForWindowWidth();
      if (wasPaused) carouselRef.current.autoplay.stop();
    };
    tabletQuery.addEventListener('change', restart);
    carouselRef.current = startForWindowWidth();
    // With `prefers-reduced-motion`, nothing moves, so there is nothing to pause.
    if (carouselRef.current.autoplay.running) setIsAnimated(true);
    // If the hero has a pause switch, that switch also pauses the carousel, so the carousel needs no switch.
    const heroSwitch = document.querySelector<HTMLInputElement>('[data-motion]');
    const syncWithHeroSwitch = () => {
      if (heroSwitch?.checked) carouselRef.current?.autoplay.stop();
      else carouselRef.current?.autoplay.start();
    };
    if (heroSwitch?.checked) syncWithHeroSwitch();
    heroSwitch?.addEventListener('change', syncWithHeroSwitch);
    return () => {
      heroSwitch?.removeEventListener('change', syncWithHeroSwitch);
      tabletQuery.removeEventListener('change', restart);
      carouselRef.current?.destroy();
    };
  }, [layout, hasEvenCount]);
  const togglePause = () => {
    const autoplay = carouselRef.current?.autoplay;
    if (isAnimated) autoplay?.stop();
    else autoplay?.start();
    setIsAnimated(!isAnimated);
  };
  return (
    <Frame data-layout={layout} data-headed={head.heading === undefined ? undefined : ''}>
      <div>
        <SectionHead {...head} />
      </div>
      <PauseSwitch type="button" onClick={togglePause} hidden={isAnimated === undefined}>
        <Glyph name={isAnimated ? 'pause' : 'play'} />
        {isAnimated === false ? play : pause}
      </PauseSwitch>
      <Strip
        ref={stripRef}
        className="swiper"
        data-even={hasEvenCount}
        tabIndex={0}
        role="group"
        aria-label={head.heading ?? head.eyebrow}
      >
        <ul className="swiper-wrapper">
          {items.map((item) => (
            <li key={item.src} className="swiper-slide">
              <Picture {...item} alt={item.name} displayWidth={11} />
            </li>
          ))}
        </ul>
      </Strip>
    </Frame>
  );
}
