import type { z } from 'zod';
import { cardGrid } from './card-grid.ts';
import { cta } from './cta.ts';
import { faq } from './faq.ts';
import { form } from './form.ts';
import { hero } from './hero.ts';
import { logoCarousel } from './logo-carousel.ts';
import { stats } from './stats.ts';
import { timeline } from './timeline.ts';

/** Every block type a page can use, under the name authors write. */
export const blocks = {
  hero,
  stats,
  'card-grid': cardGrid,
  timeline,
  faq,
  cta,
  form,
  'logo-carousel': logoCarousel,
};

export type BlockType = keyof typeof blocks;
export type BlockOf<T extends BlockType> = z.output<(typeof blocks)[T]>;
export type Block = { [T in BlockType]: BlockOf<T> }[BlockType];
