import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import type { GridMethods, SwiperModule } from 'swiper/types';

/** The number of columns by minimum window width in pixels. */
export type Breakpoints = Record<number, { slidesPerView: number }>;

/**
 * Creates a Swiper module that lays out slides in rows. CSS fills the rows column by column. Swiper's grid module also
 * sets heights and margins, and is four times as large.
 */
const createRowsModule =
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
 * Turns slides into a loop that advances every 3000 ms, unless the visitor prefers reduced motion. The number of rows
 * cannot change later, because that breaks Swiper's loop.
 */
export function startCarousel(
  strip: HTMLElement,
  gap: number,
  breakpoints: Breakpoints,
  rows: number,
): Swiper {
  const allowsMotion = matchMedia('(prefers-reduced-motion: no-preference)').matches;
  return new Swiper(strip, {
    modules: [Autoplay, createRowsModule(rows, gap)],
    loop: true,
    spaceBetween: gap,
    breakpoints,
    autoplay: allowsMotion ? { delay: 3000, disableOnInteraction: false } : false,
  });
}
