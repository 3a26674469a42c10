import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import type Swiper from 'swiper';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { startCarousel } from '../design/carousel.ts';
import { Glyph } from '../design/icon.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, size, space } from '../design/theme.ts';

const gap = 24;
const slides = [[0, 2], [640, 3], [900, 4], [1200, 5]] as const;

const widths = Object.fromEntries(slides.map(([width, count]) => [`@media (min-width: ${width}px)`, { flexBasis: `calc((100% - ${(count - 1) * gap}px) / ${count})` }]));
// Before the carousel wakes, and without script, the same strip is one that is moved by hand.
const Strip = styled.div({
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  touchAction: 'pan-y',
  '&:not(.swiper-initialized)': { touchAction: 'auto' },
  '&.swiper-initialized': { overflow: 'hidden' },
  '& ul': { display: 'flex', gap },
  '&.swiper-initialized ul': { gap: 0, transitionProperty: 'transform' },
  '& li': { flex: 'none', scrollSnapAlign: 'start', ...widths },
  '& img': { width: '100%', height: 'auto', maxWidth: 176, marginInline: 'auto' },
});
const Row = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: space.item, minHeight: '2.75rem', marginBottom: space.item, '& > div:first-of-type': { marginBottom: 0 } });
// Its place is kept where it may come, so that it moves nothing when it does.
const Switch = styled.button({ display: 'inline-flex', alignItems: 'center', gap: space.tight, minHeight: '2.75rem', padding: `0 ${space.small}`, border: 0, background: 'none', color: color.muted, fontSize: size.note, cursor: 'pointer', '&:hover': { color: color.ink }, '&[hidden]': { visibility: 'hidden', '@media (scripting: none), (prefers-reduced-motion: reduce)': { display: 'none' } }, '& svg': { width: '1.25rem', height: '1.25rem' } });

/** Logos that pass by, one every three seconds, until the visitor stops them. */
export function LogoCarousel({ pause, play, items, ...head }: BlockOf<'logo-carousel'>) {
  const strip = useRef<HTMLDivElement>(null);
  const carousel = useRef<Swiper>(null);
  const [moving, setMoving] = useState<boolean>();
  useEffect(() => {
    if (!strip.current) return;
    const started = startCarousel(strip.current, { gap, slides });
    carousel.current = started;
    // Where motion is unwelcome nothing moves, and there is nothing to stop.
    if (started.autoplay.running) setMoving(true);
    return () => void started.destroy();
  }, []);
  const toggle = () => {
    const autoplay = carousel.current?.autoplay;
    if (moving) autoplay?.stop();
    else autoplay?.start();
    setMoving(!moving);
  };
  return (
    <div>
      <Row>
        <SectionHead {...head} />
        <Switch type="button" onClick={toggle} hidden={moving === undefined}><Glyph name={moving ? 'pause' : 'play'} />{moving === false ? play : pause}</Switch>
      </Row>
      <Strip ref={strip} className="swiper" tabIndex={0} role="group" aria-label={head.heading ?? head.eyebrow}>
        <ul className="swiper-wrapper">
          {items.map((item) => <li key={item.src} className="swiper-slide"><img src={item.src} alt={item.name} width={176} height={48} loading="lazy" decoding="async" /></li>)}
        </ul>
      </Strip>
    </div>
  );
}
