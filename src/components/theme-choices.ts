import type { Site } from '../../schema/content/site.ts';
import { bands, cards, type Choices, heads, separators } from './theme-arrangements.ts';
import { breaks, color, from, headerHeight, radius, size, space } from './theme.ts';

type Theme = Site['theme'];

// Custom properties with colours are set on every part of the page, because each ground has its own colours.
const parts = 'main>*,body>header,body>footer';
const sections = 'main>:is(section,div)';

const label = 'main [data-label]';
const noMark = `${label}::before{display:none}`;
const labels: Choices<'labels'> = {
  plain: noMark,
  capitals: `${noMark}${label}{color:var(--accent);text-transform:uppercase;letter-spacing:.12em}`,
  chip: `${noMark}${label}>span{color:var(--ink);background:var(--accent-wash);padding:.2em .8em;border-radius:99rem}`,
  numbered:
    `main{counter-reset:part}${sections}{counter-increment:part}` +
    `${label}::before{content:counter(part,decimal-leading-zero);border:0}`,
};

const buttons: Choices<'buttons'> = {
  pill: ':root{--button-round:99rem}',
  outline:
    `${parts}{--press:transparent;--on-press:var(--ink);--press-edge:var(--ink)}` +
    ':root{--band-press:transparent;--on-band-press:var(--on-band)}',
  slab: ':root{--button-round:0;--button-case:uppercase}',
  words:
    `${parts}{--press:linear-gradient(var(--ink),var(--ink)) 0 85%/100% 2px no-repeat;--on-press:var(--ink);` +
    '--press-edge:transparent}' +
    'main>[data-block=cta] [data-layout=steps][data-layout]{--press-edge:transparent}' +
    ':root{--button-pad:.625rem 0;--secondary-edge:transparent;--on-band-press:var(--on-band);' +
    '--band-press:linear-gradient(var(--on-band),var(--on-band)) 0 85%/100% 2px no-repeat}',
};

const panel = 'main [data-panel]';
const wideMargin = 'padding:clamp(1rem,4vw,3rem)';
const pictures: Choices<'pictures'> = {
  mat: `${panel}{${wideMargin}}`,
  tint: `${panel}{border-color:transparent;background:var(--accent-wash)}`,
  arch: `${panel}{${wideMargin};border-radius:14rem 14rem ${radius} ${radius}}`,
  bare: `${panel}{border:0;background:none;padding:0}`,
};

const rings = (centre: string, gap: number, line: string) =>
  `repeating-radial-gradient(circle at ${centre},transparent 0 ${gap}rem,${line} ${gap + 0.06}rem ${gap + 0.12}rem)`;
const pattern: Choices<'pattern'> = {
  // All text can be read on the wash of the accent.
  rings:
    `main>*,[data-panel]{--pattern:${rings('100% 100%', 3, color.line)}}` +
    `@media screen{main>[data-block=hero]{background:${rings('78% 120%', 5, color.accentWash)} ${color.ground}}}`,
  none: ':root{--pattern:none}',
  grid:
    `main>*,[data-panel]{--pattern:linear-gradient(${color.line} 1px,transparent 0) 0 0/1.5rem 1.5rem,` +
    `linear-gradient(90deg,${color.line} 1px,transparent 0) 0 0/1.5rem 1.5rem}`,
};

// The built-in signs of controls remain.
const icon = 'svg[viewBox="0 0 24 24"]:not([data-glyph])';
const items = 'main [data-block=card-grid] [data-columns]>li';
const icons: Choices<'icons'> = {
  none:
    `main ${icon}{display:none}main [data-layout=directory][data-columns]>li>*{grid-column:1/-1}` +
    `${from.belowPhone}{${items}:not(:has(>picture))>*{grid-column:1/-1}}`,
  badge:
    `${from.phone}{${items}>${icon}{box-sizing:content-box;padding:.7rem;border-radius:50%;` +
    'background:var(--second,var(--accent-wash));color:var(--on-second,var(--ink))}}',
  fine: ':root{--icon-stroke:1.25}',
  heavy: ':root{--icon-stroke:2.5}',
};

/** An arrow to the upper right, drawn by its corners. */
const arrowShape = 'clip-path:polygon(20% 0,100% 0,100% 80%,82% 80%,82% 31%,13% 100%,0 87%,69% 18%,20% 18%)';
const links: Choices<'links'> = {
  arrow:
    '@media screen{main a:not([class])::after{content:"";display:inline-block;width:.55em;height:.55em;' +
    `margin-inline-start:.25em;background:currentColor;${arrowShape}}` +
    '[dir=rtl] main a:not([class])::after{scale:-1 1}}',
  marker:
    'main a:not([class]){color:var(--ink);text-decoration:none;' +
    'background:linear-gradient(transparent 60%,var(--accent-wash) 0)}',
  bold: 'main a:not([class]){font-weight:650;text-decoration-thickness:2px}',
};

const width: Choices<'width'> = {
  narrow: ':root{--page:64rem}',
  full: ':root{--page:92rem}',
};

const name = ':is(header,footer) [data-name]';
// Wider names need the room of the menu on a phone.
const smallName = `@media(max-width:${breaks.phone}rem){${name}{font-size:1rem;letter-spacing:.02em}}`;
const wordmark: Choices<'wordmark'> = {
  capitals: `${name}{text-transform:uppercase;letter-spacing:.08em}${smallName}`,
  lower: `${name}{text-transform:lowercase}`,
  boxed:
    `${name}{width:fit-content;padding:.1em .7em;border-radius:var(--button-round,var(--radius));background:var(--ink);` +
    `color:var(--ground)}${smallName}`,
};

/** Two rows: the name above the navigation. On a phone, all headers are a bar. */
const twoRows = (height: string, name: string) =>
  `${from.desktop}{:root,:root[data-scrolled]{--header:${height};scroll-padding-top:1rem}` +
  `body>header:not([data-over]){position:static;height:${height}}` +
  'body>header:not([data-over])>div{border-color:transparent!important}' +
  'body>header:not([data-over])>div>div{flex-wrap:wrap;align-content:center;gap:0 .75rem}' +
  `body>header:not([data-over])>div>div>:first-child{flex-basis:100%;${name}}}`;

const header: Choices<'header'> = {
  centred: `${twoRows(
    '7.5rem',
    `justify-content:center;font-size:${size.subheading}`,
  )}${from.desktop}{body>header:not([data-over])>div>div{justify-content:center}}`,
  masthead:
    twoRows('calc(var(--name) + 5.5rem)', 'font-size:var(--name);line-height:1.1;gap:.15em') +
    `${from.desktop}{body>header [data-name] img{width:auto;height:.6em}}`,
  island:
    `body>header:not([data-over]){min-height:calc(${headerHeight.full} + .75rem)}` +
    `body>header:not([data-over])>div{background:none;border:0;padding:.75rem ${space.item} 0;height:auto}` +
    `body>header:not([data-over])>div>div{min-height:3.75rem;border-radius:2rem;background:${color.raised};` +
    `padding-inline:${space.wide};box-shadow:0 .25rem 1rem var(--shade)}` +
    'body>header:not([data-over]) nav:not(:popover-open){background:none}',
};

/** What follows an opening on a ground of its own has the distance of another section. */
const afterOpening =
  'main>[data-block=hero][data-tone=plain]+[data-tone=plain]{padding-top:var(--section)!important}' +
  'main>[data-block=hero][data-tone=plain]{padding-bottom:var(--section)}' +
  'main>[data-block=hero][data-tone=plain]+[data-block=logo-carousel]{padding-top:var(--block)!important}';

const tables = {
  labels,
  heads,
  cards,
  bands,
  buttons,
  pictures,
  pattern,
  icons,
  links,
  separators,
  width,
  wordmark,
  header,
};

/** The rules of all that a site chooses; nothing for the defaults. */
export function choiceRules(theme: Theme, company: string): string {
  const rules = Object.entries(tables).map(([key, choices]) => {
    const value = theme[key as keyof typeof tables]; // the keys of that very object
    return (choices as Record<string, string | undefined>)[value] ?? ''; // looked up by the author's word
  });
  if (theme.grounds.opening !== 'plain') rules.push(afterOpening);
  if (theme.header === 'masthead') rules.push(nameSize(company));
  return rules.join('');
}

/** The name across the page: no letter of a text face is wider on average than 0.62 em. */
function nameSize(company: string): string {
  const ems = (0.62 * Math.max(4, [...company].length)).toFixed(2);
  return `:root{--name:clamp(2rem,calc((min(100vw,var(--page,75rem)) - 2*${space.edge})/${ems}),9rem)}`;
}
