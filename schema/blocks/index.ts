import type { z } from 'zod';
import { cardGrid } from './card-grid.ts';
import { contents } from './contents.ts';
import { cta } from './cta.ts';
import { faq } from './faq.ts';
import { form } from './form.ts';
import { hero } from './hero.ts';
import { logoCarousel } from './logo-carousel.ts';
import { media } from './media.ts';
import { nextArticle } from './next-article.ts';
import { pairs } from './pairs.ts';
import { people } from './people.ts';
import { posts } from './posts.ts';
import { quotes } from './quotes.ts';
import { stats } from './stats.ts';
import { text } from './text.ts';
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
  // One page has people, but they have biographies to open and links to guard, which no card has.
  people,
  quotes,
  // One page lists posts, and no other list can be filtered.
  posts,
  media,
  text,
  pairs,
  contents,
  'next-article': nextArticle,
};

export type BlockType = keyof typeof blocks;
export type BlockOf<T extends BlockType> = z.output<(typeof blocks)[T]>;
export type Block = { [T in BlockType]: BlockOf<T> }[BlockType];

/** Whether there is a block type of this name. */
export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(blocks, type);
}
