import type { Site } from '../../schema/content/site.ts';
import { breaks, color, from, headerHeight, radius, size, space } from './theme.ts';

type Theme = Site['theme'];
/** The rules of each value of a setting, except its default, for which the components are made. */
type Choices<Key extends keyof Theme & string> = Partial<Record<Theme[Key] & string, string>>;

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

const heads: Choices<'heads'> = {
  centred: ':root{--head-align:center;--head-part:100%}main [data-label]{justify-content:center}',
};

const cards: Choices<'cards'> = {
  filled: 'main>*{--card-sides:0;--card-ground:var(--accent-wash)}',
  bare: ':root{--card-sides:0;--card-ground:none;--card-pad:0px}',
  rows: ':root{--card-sides:2px 0 0;--card-ground:none;--card-pad:1rem 0}main>*{--card-line:var(--ink)}',
};

const buttons: Choices<'buttons'> = {
  pill: ':root{--button-round:99rem}',
  outline: `${parts}{--press:transparent;--on-press:var(--ink);--press-edge:var(--ink)}`,
  slab: ':root{--button-round:0;--button-case:uppercase}',
  words:
    `${parts}{--press:linear-gradient(var(--ink),var(--ink)) 0 85%/100% 2px no-repeat;--on-press:var(--ink);` +
    '--press-edge:transparent}' +
    ':root{--button-pad:.625rem 0;--secondary-edge:transparent}',
};

const panel = 'main [data-panel]';
const wideMargin = 'padding:clamp(1rem,4vw,3rem)';
const pictures: Choices<'pictures'> = {
  mat: `${panel}{${wideMargin}}`,
  tint: `${panel}{border-color:transparent;background:var(--accent-wash)}`,
  arch: `${panel}{${wideMargin};border-radius:14rem 14rem ${radius} ${radius}}`,
  bare: `${panel}{border-color:transparent;background:none;padding:0}`,
};

const pattern: Choices<'pattern'> = {
  none: ':root{--pattern:none}',
  grid:
    `main>*,[data-panel]{--pattern:linear-gradient(${color.line} 1px,transparent 0) 0 0/1.5rem 1.5rem,` +
    `linear-gradient(90deg,${color.line} 1px,transparent 0) 0 0/1.5rem 1.5rem}`,
};

const icons: Choices<'icons'> = {
  fine: ':root{--icon-stroke:1.25}',
  heavy: ':root{--icon-stroke:2.5}',
};

const links: Choices<'links'> = {
  marker:
    'main a:not([class]){color:var(--ink);text-decoration:none;' +
    'background:linear-gradient(transparent 60%,var(--accent-wash) 0)}',
  bold: 'main a:not([class]){font-weight:650;text-decoration-thickness:2px}',
};

const between = `${sections}[data-tone=plain]+[data-tone=plain]::before`;
const separator = (line: string) =>
  `${between}{content:"";display:block;width:min(100% - 2*${space.edge},var(--page,75rem));` +
  `margin:0 auto ${space.section};border-top:${line} ${color.line}}`;
const separators: Choices<'separators'> = {
  rule: separator('1px solid'),
  double: separator('4px double'),
  heavy: `${separator('4px solid')}${between}{border-color:${color.ink}}`,
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
    `${name}{padding:.1em .7em;border-radius:var(--button-round,var(--radius));background:var(--ink);` +
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
  masthead: twoRows('calc(var(--name) + 5.5rem)', 'font-size:var(--name);line-height:1.1'),
  island:
    `body>header:not([data-over]){height:calc(${headerHeight.full} + .75rem)}` +
    `body>header:not([data-over])>div{background:none;border:0;padding:.75rem ${space.item} 0;height:auto}` +
    `body>header:not([data-over])>div>div{height:3.75rem;border-radius:2rem;background:${color.raised};` +
    `padding-inline:${space.wide};box-shadow:0 .25rem 1rem var(--shade)}`,
};

const tables = {
  labels,
  heads,
  cards,
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
  return rules.join('') + (theme.header === 'masthead' ? nameSize(company) : '');
}

/** The name across the page: no letter of a text face is wider on average than 0.62 em. */
function nameSize(company: string): string {
  const ems = (0.62 * Math.max(4, [...company].length)).toFixed(2);
  return `:root{--name:clamp(2rem,calc((min(100vw,var(--page,75rem)) - 2*${space.edge})/${ems}),9rem)}`;
}
