import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import type { GridMethods, SwiperModule } from 'swiper/types';

/** How many stand side by side, by the width of the window from which on they do. */
export type Breakpoints = Record<number, { slidesPerView: number }>;

/** Rows of slides, which CSS sets column by column. Swiper's own module also writes their heights and margins, at four times the bytes. */
const rows =
  (count: number, gap: number): SwiperModule =>
  ({ swiper, extendParams }) => {
    extendParams({ grid: { rows: count, fill: 'column' } });
    swiper.grid = {
      initSlides() {},
      unsetSlides() {},
      updateSlide: (index, slide) => void Object.assign(slide, { column: Math.floor(index / count) }),
      updateWrapperSize: (width) =>
        void (swiper.virtualSize = Math.ceil(swiper.slides.length / count) * (width + gap) - gap),
    } satisfies GridMethods;
  };

/**
 * Turns a strip of `.swiper-slide` into a loop that moves on by itself every 3000 ms, if motion is welcome. Its rows stay
 * as many as they are: a loop of Swiper that changes them breaks.
 */
export function startCarousel(
  strip: HTMLElement,
  gap: number,
  breakpoints: Breakpoints,
  count: number,
): Swiper {
  const welcome = matchMedia('(prefers-reduced-motion: no-preference)').matches;
  return new Swiper(strip, {
    modules: [Autoplay, rows(count, gap)],
    loop: true,
    spaceBetween: gap,
    breakpoints,
    autoplay: welcome ? { delay: 3000, disableOnInteraction: false } : false,
  });
}
