import styled from '@emotion/styled';
import type Swiper from 'swiper';
import { useEffect, useRef, useState } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Glyph } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { from, space, motionAllowed, quietControl } from '../ui/design-tokens.ts';
import { type Breakpoints, startCarousel } from './logo-carousel/carousel.ts';

const logoGap = 24;
// On a phone, an even number of logos is in two rows. In a single row, the two visible logos could seem to be all
// of them.
const phone = { 0: { slidesPerView: 2 } };
const tablet = { 640: { slidesPerView: 3 } };
const desk = { strip: { ...tablet, 900: { slidesPerView: 4 }, 1200: { slidesPerView: 5 } }, beside: tablet };

const slideCounts = (breakpoints: Breakpoints) =>
  Object.fromEntries(
    Object.entries(breakpoints).map(([width, { slidesPerView }]) => [
      `@media (min-width: ${width}px)`,
      { '--count': slidesPerView },
    ]),
  );
const width = `calc((100% + ${logoGap}px) / var(--count) - ${logoGap}px)`;
const Frame = styled.div({
  // Without a heading, the logos belong to the opening above them.
  'main > [data-placement=opening]:has(+ * > &:not([data-headed]))': { paddingBottom: space.wide },
  'main > :has(> &)::before': { display: 'none!important' },
  '@media print': { 'main > :has(> &)': { display: 'none' } },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.item,
  // A short text is close to the logos; a heading has the distance of other sections.
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
// Until hydration, and without script, visitors scroll the strip by hand.
const Strip = styled.div({
  width: '100%',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  '--count': 2,
  '[data-layout=strip] > &': slideCounts(desk.strip),
  '[data-layout=beside] > &': slideCounts(desk.beside),
  '&.swiper-initialized': { overflow: 'hidden', touchAction: 'pan-y' },
  '& ul': { display: 'grid', grid: `auto/auto-flow ${width}`, gap: logoGap },
  '@media (max-width: 639.98px)': { '&[data-even=true] ul': { gridTemplateRows: 'auto auto' } },
  '&.swiper-initialized ul': { transitionProperty: 'transform' },
  // Overrides the margins that Swiper adds to the gaps.
  '& li': { margin: '0!important', scrollSnapAlign: 'start' },
  '& img': {
    maxWidth: 176,
    aspectRatio: '176 / 48',
    objectFit: 'contain',
    objectPosition: 'left',
    borderRadius: 0,
  },
});
// Reserves space for the pause switch, so that nothing shifts when it appears.
const reservedSpace = {
  [motionAllowed]: { '@media (scripting: enabled)': { display: 'inline-flex', visibility: 'hidden' } },
} as const;
const Switch = styled.button({
  ...quietControl,
  padding: 0,
  border: 0,
  background: 'none',
  '&[hidden]': { display: 'none', ...reservedSpace },
  'main:has([data-motion]) &&': { display: 'none' },
  '& svg': { width: '1.25rem', height: '1.25rem' },
});

/** Logos that advance every three seconds, until the visitor pauses them. */
export function LogoCarousel({ layout, pause, play, items, ...head }: BlockOf<'logo-carousel'>) {
  const strip = useRef<HTMLDivElement>(null);
  const carousel = useRef<Swiper>(null);
  const [moving, setMoving] = useState<boolean>();
  const even = items.length % 2 === 0;
  useEffect(() => {
    if (!strip.current) return;
    const element = strip.current;
    const tablets = matchMedia('(min-width: 640px)');
    const start = () =>
      startCarousel(element, logoGap, { ...phone, ...desk[layout] }, even && !tablets.matches ? 2 : 1);
    // The number of rows depends on the width of the window. A paused carousel stays paused.
    const restart = () => {
      const stopped = carousel.current?.autoplay.running === false;
      carousel.current?.destroy();
      carousel.current = start();
      if (stopped) carousel.current.autoplay.stop();
    };
    tablets.addEventListener('change', restart);
    carousel.current = start();
    // With `prefers-reduced-motion` nothing moves, so there is nothing to pause.
    if (carousel.current.autoplay.running) setMoving(true);
    // The switch of a hero pauses all motion on the page and replaces the one of the carousel.
    const all = document.querySelector<HTMLInputElement>('[data-motion]');
    const follow = () => {
      if (all?.checked) carousel.current?.autoplay.stop();
      else carousel.current?.autoplay.start();
    };
    if (all?.checked) follow();
    all?.addEventListener('change', follow);
    return () => {
      all?.removeEventListener('change', follow);
      tablets.removeEventListener('change', restart);
      carousel.current?.destroy();
    };
  }, [layout, even]);
  const toggle = () => {
    const autoplay = carousel.current?.autoplay;
    if (moving) autoplay?.stop();
    else autoplay?.start();
    setMoving(!moving);
  };
  return (
    <Frame data-layout={layout} data-headed={head.heading === undefined ? undefined : ''}>
      <div>
        <SectionHead {...head} />
      </div>
      <Switch type="button" onClick={toggle} hidden={moving === undefined}>
        <Glyph name={moving ? 'pause' : 'play'} />
        {moving === false ? play : pause}
      </Switch>
      <Strip
        ref={strip}
        className="swiper"
        data-even={even}
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
