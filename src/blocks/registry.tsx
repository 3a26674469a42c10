import type { ComponentType } from 'react';
import type { BlockByType, BlockType } from '../../schema/blocks/index.ts';

interface RegisteredBlock<T extends BlockType> {
  /** Loads the component of this block type. */
  load(): Promise<ComponentType<BlockByType<T>>>;
  /** When prerendered blocks of this type are hydrated. Not set for static block types. */
  hydrates?: 'visible' | 'interaction';
  /** Default settings for small blocks of this type, inside a column or a tab. */
  inside?: Partial<BlockByType<T>>;
  /** The role of the block on its page, which becomes `data-placement`. Not set for ordinary sections. */
  placement?: 'opening' | 'closing' | 'aside';
}

/** The components of all block types. TypeScript reports an error if a block type from the schema is missing here. */
export const registry: { [T in BlockType]: RegisteredBlock<T> } = {
  hero: { load: () => import('./hero.tsx').then((m) => m.Hero), placement: 'opening' },
  stats: { load: () => import('./stats.tsx').then((m) => m.Stats), inside: { layout: 'row' } },
  'card-grid': { load: () => import('./card-grid.tsx').then((m) => m.CardGrid) },
  timeline: { load: () => import('./timeline.tsx').then((m) => m.Timeline) },
  faq: { load: () => import('./faq.tsx').then((m) => m.Faq), inside: { layout: 'stacked', actions: [] } },
  cta: { load: () => import('./cta.tsx').then((m) => m.Cta), placement: 'closing' },
  form: { load: () => import('./form.tsx').then((m) => m.Form), hydrates: 'interaction' },
  'logo-carousel': {
    load: () => import('./logo-carousel.tsx').then((m) => m.LogoCarousel),
    hydrates: 'visible',
  },
  people: { load: () => import('./people.tsx').then((m) => m.People), inside: { layout: 'rows' } },
  quotes: { load: () => import('./quotes.tsx').then((m) => m.Quotes), inside: { layout: 'grid' } },
  posts: { load: () => import('./posts.tsx').then((m) => m.Posts) },
  media: { load: () => import('./media.tsx').then((m) => m.Media) },
  gallery: { load: () => import('./gallery.tsx').then((m) => m.Gallery) },
  banner: { load: () => import('./banner.tsx').then((m) => m.Banner) },
  logos: { load: () => import('./logos.tsx').then((m) => m.Logos) },
  embed: {
    load: () => import('./embed.tsx').then((m) => m.Embed),
    hydrates: 'interaction',
    inside: { layout: 'wide' },
  },
  text: { load: () => import('./text.tsx').then((m) => m.Text) },
  pairs: { load: () => import('./pairs.tsx').then((m) => m.Pairs), inside: { layout: 'stacked' } },
  columns: { load: () => import('./columns.tsx').then((m) => m.Columns) },
  tabs: { load: () => import('./tabs.tsx').then((m) => m.Tabs) },
  table: { load: () => import('./table.tsx').then((m) => m.Table), inside: { layout: 'stacked' } },
  chart: { load: () => import('./chart.tsx').then((m) => m.Chart) },
  pricing: { load: () => import('./pricing.tsx').then((m) => m.Pricing) },
  event: { load: () => import('./event.tsx').then((m) => m.Event) },
  agenda: { load: () => import('./agenda.tsx').then((m) => m.Agenda) },
  job: { load: () => import('./job.tsx').then((m) => m.Job) },
  'opening-hours': { load: () => import('./opening-hours.tsx').then((m) => m.OpeningHours) },
  glossary: { load: () => import('./glossary.tsx').then((m) => m.Glossary) },
  downloads: {
    load: () => import('./downloads.tsx').then((m) => m.Downloads),
    inside: { layout: 'list', tags: [], filter: '', all: '' },
  },
  alert: { load: () => import('./alert.tsx').then((m) => m.Alert) },
  contents: { load: () => import('./contents.tsx').then((m) => m.Contents), placement: 'aside' },
  'next-article': { load: () => import('./next-article.tsx').then((m) => m.NextArticle) },
};
