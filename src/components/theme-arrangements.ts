import type { Site } from '../../schema/content/site.ts';
import { color, from, radius, space } from './theme.ts';

type Theme = Site['theme'];
/** The rules of each value of a setting except its default, which the components implement. */
export type Choices<Key extends keyof Theme & string> = Partial<Record<Theme[Key] & string, string>>;

// Where heads, items and bands of sections stand. Components have more than one selector for some of these, so
// rules name the block as well.

const hero = 'main [data-block=hero] [data-layout]:not([data-layout=article],[data-layout=scene])';
const closing = 'main>[data-block=cta]';
/** Sections with a narrow and a wide column; an article has its contents in one, and others a picture. */
const twoColumns =
  'main>:not([data-block=contents],[data-block=media],[data-block=logos],[data-block=embed],[data-block=tabs])' +
  '>:is([data-layout=beside],[data-layout=rail])';
const centredHero =
  `${hero}{text-align:center}${hero} [data-part]{justify-items:center}` +
  `${hero}>:has(>[data-part=title]){display:flex;flex-direction:column;align-items:center;row-gap:${space.wide}}` +
  `${hero} [data-part=actions]>*{justify-content:center}` +
  `${hero} [data-part=actions]>ul{display:flex;flex-wrap:wrap;gap:.75rem 2.5rem;border:0}` +
  `${hero} [data-part=actions]>ul>li{padding:0;border:0}` +
  // Figures of old style reach below the line.
  'main [data-layout=case] strong[data-value]{padding-bottom:.1em}' +
  'main [data-block=hero] [data-layout=split][data-layout]{grid-template-columns:minmax(0,1fr)}' +
  'main [data-layout=split]>[data-part=picture]{width:100%;max-width:48rem;margin-inline:auto}';

const quote = 'main [data-block=quotes] [data-layout=single]>figure';
const figures = 'main [data-block=stats] dl';
const threeColumns = 'grid-template-columns:repeat(3,minmax(0,1fr))';

/** Sections that begin with a head. */
const headed =
  'main>:not([data-block=hero],[data-block=cta],[data-block=contents],[data-block=media],[data-block=embed],' +
  '[data-block=logos],[data-block=logo-carousel],[data-block=columns])' +
  '>div:has(>div:first-of-type:not(:only-child) :is(h2,[data-label]))';

export const heads: Choices<'heads'> = {
  centred:
    ':root{--head-align:center;--head-part:100%}main [data-label]{justify-content:center}' +
    `${centredHero}${closing} [data-layout=steps]>:last-child{justify-content:center}` +
    // Next to a person or a figure, the heading aligns with the buttons.
    `${closing} :is([data-layout=person],[data-layout=figure]){--head-align:start}` +
    `${quote}{display:flex;flex-direction:column;align-items:center;text-align:center}${quote},${quote}>blockquote{border:0;padding:0}` +
    `${from.phone}{${figures}>div{text-align:center;justify-items:center}${figures}>div>:last-child{justify-self:center}` +
    `${closing} li{text-align:center}}` +
    `${from.tablet}{${twoColumns}{display:flex;flex-direction:column;gap:${space.block}}` +
    `${twoColumns}>*{width:100%;max-width:48rem;margin:0 auto}` +
    `${twoColumns}>:is(dl,figure){max-width:none}` +
    `${twoColumns}>div:first-of-type{position:static;text-align:center}` +
    `${twoColumns}>div:first-of-type>div{justify-content:center}` +
    `${closing} [data-layout=band][data-layout]{display:flex;flex-direction:column;align-items:center;` +
    'text-align:center}}',
  beside:
    `@media(min-width:75rem){${headed}{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,3fr);` +
    `gap:0 ${space.block};align-items:start}${headed}>*{grid-column:2;min-width:0}` +
    `${headed}>div:first-of-type{grid-column:1;grid-row:1/span 9;margin:0}` +
    `${headed}>*+*+*{margin-top:${space.large}}` +
    `main [data-block=timeline] [data-layout=columns]:has(>:nth-of-type(5)){${threeColumns}}}`,
};

const grid = 'main [data-block=card-grid] [data-columns]';
const cardsOf = `${grid}[data-layout=cards]`;
const listOf = `${grid}[data-layout=list]`;
/** Without boxes, pictures of tiles would extend beyond the page. */
const pictureInside = `${grid}[data-layout=tiles]>li>picture>img{width:100%;margin:0 0 ${space.tight}}`;
const steps = 'main [data-block=timeline] ol>li::before';
const edge = `1px solid var(--card-line,${color.line})`;
const boxOfItem = `{border:0;border-radius:${radius};background:var(--accent-wash);padding:${space.wide}}`;
const numeral = '{border-color:transparent;font:400 1.75rem/1 var(--display)}';
const cell = `{border:0 solid var(--card-line,${color.line});border-width:0 1px 1px 0;border-radius:0;margin:0;`;

export const cards: Choices<'cards'> = {
  filled:
    'main>*{--card-sides:0;--card-ground:var(--accent-wash)}' +
    `${from.phone}{${figures}>div${boxOfItem}${listOf}>li${boxOfItem}}` +
    `${steps}{border:0;background:var(--accent);color:var(--on-accent)}`,
  bare:
    ':root{--card-sides:0;--card-ground:none;--card-pad:1rem 0}' +
    `${figures}>div,${listOf}>li{border:0}${steps}${numeral}${pictureInside}`,
  cells:
    `${figures} dd{flex-wrap:wrap}${from.phone}{${cardsOf},${listOf},${figures}{gap:0!important;margin:0;border:${edge};border-width:1px 0 0 1px;` +
    `background:var(--card-ground,${color.raised})}` +
    `${cardsOf}>li,${listOf}>li,${figures}>div${cell}padding:${space.wide};background:none}}` +
    `${steps}{border-radius:0;background:var(--ink);color:var(--ground)}`,
  rows:
    ':root{--card-sides:2px 0 0;--card-ground:none;--card-pad:1rem 0}main>*{--card-line:var(--ink)}' +
    `${steps}${numeral}${pictureInside}${from.tablet}{${cardsOf}{display:block}${cardsOf}>li{display:grid;grid-auto-flow:dense;` +
    `grid-template-columns:minmax(0,2fr) minmax(0,3fr);column-gap:${space.block}}` +
    `${cardsOf}>li>*{grid-column:2}` +
    `${cardsOf}>li>:is(h2,h3,svg,figure),${cardsOf}>li>picture>img{grid-column:1}}`,
};

const panel = 'main>[data-tone=tinted]:not([data-block=hero],[data-block=cta])';

export const bands: Choices<'bands'> = {
  panel:
    `${panel}{background:none;padding-block:calc(${space.section}/2)!important}` +
    `${panel}>div{width:calc(100% - 1rem);padding-block:${space.block};border-radius:calc(2*${radius} + .5rem);` +
    `background:${color.ground}}`,
};

const sections = 'main>:is(section,div)';
const between =
  `${sections}[data-tone=plain]:not([data-block=contents])+[data-tone=plain]` +
  ':not([data-block=cta],[data-block=contents],[data-block=logo-carousel]):has(h2)::before';
// A block without a heading belongs to what is above it.
const separator = (line: string, more = '') =>
  `@media screen{${between}{content:"";display:block;width:min(100% - 2*${space.edge},var(--page,75rem));` +
  `margin:0 auto ${space.section};border-top:${line} ${color.line}${more}}}`;
const edged = `${sections}:is([data-tone=dark],[data-block=hero][data-tone=plain])`;

export const separators: Choices<'separators'> = {
  rule: separator('1px solid'),
  double: separator('4px double'),
  heavy: separator('4px solid', `;border-color:${color.ink}`),
  scallop:
    `@media screen{${edged}{position:relative}${edged}::after{content:"";position:absolute;inset:100% 0 auto;` +
    'height:.75rem;pointer-events:none;' +
    `background:radial-gradient(.75rem at 50% 0,${color.ground} 96%,transparent) 50% 0/1.5rem .75rem}}`,
};
