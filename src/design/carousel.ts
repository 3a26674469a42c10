import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';

/** Turns a strip of `.swiper-slide` into a loop that moves on by itself every 3000 ms, if motion is welcome. */
export function startCarousel(strip: HTMLElement, { gap, slides }: { gap: number; slides: readonly (readonly [width: number, count: number])[] }): Swiper {
  const welcome = matchMedia('(prefers-reduced-motion: no-preference)').matches;
  return new Swiper(strip, {
    modules: [Autoplay],
    loop: true,
    spaceBetween: gap,
    breakpoints: Object.fromEntries(slides.map(([width, count]) => [width, { slidesPerView: count }])),
    autoplay: welcome ? { delay: 3000, disableOnInteraction: false } : false,
  });
}
