import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isOptionalAt, metaAt, schemasAt } from '../../schema/checker/schema-paths.ts';
import {
  blocks,
  type BlockType,
  blockTypes,
  labelOfBlock,
  definitionOf,
} from '../../schema/content/blocks/index.ts';
import type { purposes } from '../../schema/content/block-definition.ts';
import { labelOfChoice } from '../../schema/content/labels.ts';
import { engineFolder } from '../system/project.ts';

/** A block type in one of its layouts. */
export interface Example {
  type: BlockType;
  layout: string;
  /** `card-grid-tiles`: its anchor in the catalogue. */
  id: string;
  /** What people call the layout. */
  label: string;
  /** The block as an author writes it. */
  yaml: string;
}

/** A block type with its examples. */
export interface CatalogueEntry {
  type: BlockType;
  label: string;
  purpose: (typeof purposes)[number] | undefined;
  description: string;
  /** What the block is called elsewhere. */
  otherNames: readonly string[];
  examples: readonly Example[];
}

/** What differs from the example that uses every setting: a catalogue shows what is usual, and layouts need settings of their own. */
interface Change {
  without?: readonly string[];
  /** Settings that are added, or take the place of those of the example. */
  with?: string;
}

const heading = 'heading: Know the wind before you sail\n';

const figure = `figure:
  kind: bars
  unit: kn
  items:
    - { label: North Pier, value: 31, mark: true }
    - { label: Lighthouse, value: 24 }
    - { label: Inner harbour, value: 12 }
  text: The strongest gust of the night at three stations.
`;

const columns = `items:
  - image: { src: /pictures/pier.svg, alt: The pier from the water, crop: wide }
    heading: By boat
    body: |
      Follow the **leading lights** and call the desk at the outer buoy.
    actions: [{ label: Ask for a berth, to: /enquiries }]
  - image: { src: /pictures/storm.svg, alt: The station at the root of the pier, crop: wide }
    heading: By land
    body: |
      The train stops at the pier, twice in an hour and once at night.
`;

const tabs = `items:
  - label: In summer
    body: |
      The desk is open from **six to ten**, and somebody sleeps upstairs.
    image: { src: /pictures/pier.svg, alt: The pier in June, crop: landscape }
  - label: In winter
    body: |
      The desk is open from eight to four.
  - label: At night
    body: |
      Ring twice, and the pilot on watch comes down.
`;

const pictures = `items:
  - src: /pictures/pier.svg
    alt: The pier at high water
    heading: High water
    text: Six metres above the **chart**.
  - { src: /pictures/storm.svg, alt: A storm comes in, heading: Storm, text: The storm of May. }
`;

const cards = (hasPictures: boolean) => {
  const picture = (name: string) =>
    hasPictures ? `\n    image: { src: /pictures/${name}.svg, alt: The harbour, crop: landscape }` : '';
  return `items:
  - icon: wind${picture('storm')}
    heading: Wind
    text: Speed and direction, read once a second at ten metres.
    action: { label: Read about wind, to: /method }
  - icon: waves${picture('pier')}
    heading: Water
    text: Height and period of the waves, and the level at the pier.
    action: { label: Read about water, to: /method }
  - icon: gauge${picture('mast')}
    heading: Pressure
    text: The first sign of a change, six hours ahead of the wind.
    action: { label: Read about pressure, to: /method }
`;
};

const quote = `items:
  - text: We left an hour later and arrived dry.
    name: Signe Halyard
    title: Skipper of the Petrel
    image: { src: /people/signe.svg, alt: Signe at the helm }
    picture: { src: /pictures/storm.svg, alt: The harbour in a storm, crop: landscape }
`;

const offers = `items:
  - { heading: Mooring, text: Out on the water., price: £90, per: a month, points: [A buoy of your own, The launch by day] }
  - heading: Berth
    text: At the pontoon.
    price: £160
    per: a month
    badge: Most chosen
    highlighted: true
    points: [Water and power, The launch by day and night]
  - { heading: Winter, text: Ashore and under cover., price: £70, per: a month, points: [A place in the hall, A look once a week] }
`;

const inHero = ['byline', 'scrollDown', 'pause'];
const inMedia = ['sounds', 'chapters', 'transcript'];

/** `*` is for all layouts that are not named. */
const changes: Partial<Record<BlockType, Readonly<Record<string, Change>>>> = {
  hero: {
    '*': { without: inHero, with: heading },
    compact: { without: [...inHero, 'picture', 'facts', 'actions'], with: heading },
    statement: { without: [...inHero, 'picture'], with: heading },
    case: {
      without: [...inHero, 'picture', 'facts', 'actions'],
      with:
        'client: { name: North Pier Ferries }\nnumbers:\n  - { value: 16 h, label: to answer a call in 2025 }\n' +
        `  - { value: 4 min, label: to answer a call in 2026 }\n${heading}`,
    },
    article: { without: ['scrollDown', 'pause', 'actions', 'facts'], with: heading },
  },
  cta: {
    '*': { without: ['steps'] },
    steps: {},
    person: {
      without: ['steps'],
      with:
        'person:\n  name: Mara Fairlead\n  title: Forecaster\n  image: { src: /people/mara.svg, alt: Mara in an oilskin }\n' +
        '  email: mara@example.org\n  note: Answers before the evening.\n',
    },
    figure: { without: ['steps'], with: figure },
  },
  'card-grid': { '*': { with: cards(false) }, cards: { with: cards(true) }, tiles: { with: cards(true) } },
  quotes: { single: { with: quote } },
  pricing: { '*': { without: ['switch'], with: offers } },
  columns: { '*': { with: columns } },
  tabs: { '*': { with: tabs } },
  media: {
    '*': { without: inMedia, with: pictures },
    wide: {
      without: inMedia,
      with: 'items:\n  - { src: /pictures/pier.svg, alt: The pier at high water, text: Six metres above the chart., crop: wide }\n',
    },
  },
};

/** A text of YAML by its settings at the top. */
const partsOf = (text: string): Map<string, string> =>
  new Map(text.split(/^(?=\w)/m).map((part) => [part.slice(0, part.indexOf(':')), part]));

const textOf = (type: BlockType): string =>
  readFileSync(join(engineFolder, `schema/content/blocks/${type}.example.yaml`), 'utf8');

function yamlOf(type: BlockType, layout: string): string {
  const own = changes[type];
  const { without = [], with: others = '' } = own?.[layout] ?? own?.['*'] ?? {};
  const parts = partsOf(textOf(type));
  for (const name of without) parts.delete(name);
  // A block that is copied twice would have the same `id` twice.
  if (isOptionalAt(blocks[type], ['id'])) parts.delete('id');
  if (others !== '') for (const [name, part] of partsOf(others)) parts.set(name, part);
  return [...parts.values()].join('').replace(/^layout: .*$/m, `layout: ${layout}`);
}

/** All block types, each in all of its layouts. */
export const catalogue = (): CatalogueEntry[] => blockTypes.map(entryOf);

function entryOf(type: BlockType): CatalogueEntry {
  const schema: z.ZodType = blocks[type];
  const { otherNames = '', purpose } = definitionOf({ type });
  const meta = metaAt(schema, ['layout']);
  return {
    type,
    label: labelOfBlock(type),
    purpose,
    description: schema.description ?? '',
    otherNames: otherNames.split(' ').filter(Boolean),
    examples: layoutsOf(schema).map((layout) => ({
      type,
      layout,
      id: `${type}-${layout}`,
      label: labelOfChoice(layout, meta),
      yaml: yamlOf(type, layout),
    })),
  };
}

const layoutsOf = (schema: z.ZodType): string[] =>
  schemasAt(schema, ['layout']).flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []));
