import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import type { GridMethods, SwiperModule } from 'swiper/types';

/** How many slides are side by side, by the smallest width of the window for which that holds. */
export type Breakpoints = Record<number, { slidesPerView: number }>;

/**
 * Rows of slides, which CSS fills column by column. Swiper's own module also sets their heights and margins,
 * in four times the bytes.
 */
const gridOf =
  (rows: number, gap: number): SwiperModule =>
  ({ swiper, extendParams }) => {
    extendParams({ grid: { rows, fill: 'column' } });
    swiper.grid = {
      initSlides() {},
      unsetSlides() {},
      updateSlide: (index, slide) => void Object.assign(slide, { column: Math.floor(index / rows) }),
      updateWrapperSize: (width) =>
        void (swiper.virtualSize = Math.ceil(swiper.slides.length / rows) * (width + gap) - gap),
    } satisfies GridMethods;
  };

/**
 * Turns a strip of `.swiper-slide` into a loop that moves on every 3000 ms, if the visitor wants motion. The
 * number of rows cannot change: that breaks a loop of Swiper.
 */
export function startCarousel(
  strip: HTMLElement,
  gap: number,
  breakpoints: Breakpoints,
  rows: number,
): Swiper {
  const moves = matchMedia('(prefers-reduced-motion: no-preference)').matches;
  return new Swiper(strip, {
    modules: [Autoplay, gridOf(rows, gap)],
    loop: true,
    spaceBetween: gap,
    breakpoints,
    autoplay: moves ? { delay: 3000, disableOnInteraction: false } : false,
  });
}
