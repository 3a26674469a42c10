import type { Site } from '../../schema/site/site.ts';
import { breakpoints, color, from, headerHeight, radius, size, space } from './design-tokens.ts';

type SiteTheme = Site['theme'];
/**
 * The CSS rules for each value of a theme setting. The default value has no rules, because the components implement it.
 */
type Choices<Key extends keyof SiteTheme & string> = Partial<Record<SiteTheme[Key] & string, string>>;

const sections = 'main>:is(section,div)';
const openingSelector = 'main>[data-placement=opening]';

// Selects labels, except the row labels in charts.
const labelSelector = 'main [data-label]:not(figure *)';
const hideLabelMark = `${labelSelector}::before{display:none}`;
const labels: Choices<'labels'> = {
  plain: hideLabelMark,
  capitals: `${hideLabelMark}${labelSelector}{color:var(--accent);text-transform:uppercase;letter-spacing:.12em}`,
  chip: `${hideLabelMark}${labelSelector}>span{color:var(--ink);background:var(--accent-wash);padding:.2em .8em;border-radius:99rem}`,
};

const buttons: Choices<'buttons'> = {
  pill: ':root{--button-round:99rem}',
  slab: ':root{--button-round:0;--button-case:uppercase}',
};

const panelSelector = 'main [data-panel]';
const pictures: Choices<'pictures'> = {
  mat: `${panelSelector}{padding:clamp(1rem,4vw,3rem)}`,
  tint: `${panelSelector}{border-color:transparent;background:var(--accent-wash)}`,
  bare: `${panelSelector}{border:0;background:none;padding:0}${panelSelector} img{margin-inline:0}`,
};

const pattern: Choices<'pattern'> = { none: ':root{--pattern:none}' };

const iconRules: Choices<'icons'> = {
  badge:
    `${from.phone}{:root{--icon-pad:.7rem}main>*{--icon-ground:var(--second,var(--accent-wash));` +
    '--icon-ink:var(--on-second,var(--ink))}}',
  fine: ':root{--icon-stroke:1.25}',
  heavy: ':root{--icon-stroke:2.5}',
};

const links: Choices<'links'> = {
  bold: 'main a:not([class],nav *){font-weight:650;text-decoration-thickness:2px}',
};

const width: Choices<'width'> = {
  narrow: ':root{--page:68rem}',
  full: ':root{--page:92rem}',
};

const nameSelector = ':is(header,footer) [data-name]';
// On phones, a wider company name would leave too little space for the menu.
const smallNameRule = `@media(max-width:${breakpoints.phone}rem){${nameSelector}{font-size:1rem;letter-spacing:.02em}}`;
const wordmark: Choices<'wordmark'> = {
  capitals: `${nameSelector}{text-transform:uppercase;letter-spacing:.08em}${smallNameRule}`,
  lower: `${nameSelector}{text-transform:lowercase}`,
  boxed:
    `${nameSelector}{width:fit-content;padding:.1em .7em;border-radius:var(--button-round,var(--radius));background:var(--ink);` +
    `color:var(--ground)}${smallNameRule}`,
};

/**
 * Returns the rules of a header in two rows, with the name above the navigation. On phones, every header is a
 * single-row bar.
 */
const createTwoRowHeader = (height: string, nameStyles: string) =>
  `${from.desktop}{:root,:root[data-scrolled]{--header:${height};scroll-padding-top:1rem}` +
  `body>header:not([data-over]){position:static;height:${height}}` +
  'body>header:not([data-over])>div{border-color:transparent!important}' +
  'body>header:not([data-over])>div>div{flex-wrap:wrap;align-content:center;gap:0 .75rem}' +
  `body>header:not([data-over])>div>div>:first-child{flex-basis:100%;${nameStyles}}}`;

const header: Choices<'header'> = {
  centred: `${createTwoRowHeader(
    '7.5rem',
    `justify-content:center;font-size:${size.subheading}`,
  )}${from.desktop}{body>header:not([data-over])>div>div{justify-content:center}}`,
  masthead:
    createTwoRowHeader('calc(var(--name) + 5.5rem)', 'font-size:var(--name);line-height:1.1;gap:.15em') +
    `${from.desktop}{body>header [data-name] img{width:auto;height:.6em}}`,
  island:
    `body>header:not([data-over]){min-height:calc(${headerHeight.full} + .75rem)}` +
    `:root:not([data-scrolled])>body>header:not([data-over]){background:${color.ground}}` +
    `body>header:not([data-over])>div{background:none;border:0;padding:.75rem ${space.item} 0;height:auto}` +
    `body>header:not([data-over])>div>div{min-height:3.75rem;border-radius:2rem;background:${color.raised};` +
    `padding-inline:${space.wide};box-shadow:0 .25rem 1rem var(--shade)}` +
    'body>header:not([data-over]) nav:not(:popover-open){background:none}',
};

const heads: Choices<'heads'> = {
  centred: ':root{--head-align:center;--head-part:100%}',
};

const cards: Choices<'cards'> = {
  filled:
    'main>*{--card-sides:0;--card-ground:var(--accent-wash)}' +
    `${from.phone}{main>*{--item-sides:0;--item-radius:${radius};--item-ground:var(--accent-wash);` +
    `--item-pad:${space.wide}}}` +
    'main>*{--step-line:transparent;--step-ground:var(--accent);--step-ink:var(--on-accent)}',
  bare:
    ':root{--card-sides:0;--card-ground:none;--card-pad:1rem 0;--tile-inset:0px;--item-sides:0;--step-line:transparent;' +
    '--step-font:400 1.75rem/1 var(--display);--step-weight:400}',
  cells:
    `${from.phone}{main>*{--card-sides:0 1px 1px 0;--item-sides:0 1px 1px 0;--item-line:var(--card-line,${color.line});` +
    `--item-ground:${color.raised};--item-pad:${space.wide};--grid-sides:1px 0 0 1px;--grid-gap:0px;` +
    '--card-radius:0}}' +
    'main>*{--step-radius:0;--step-ground:var(--ink);--step-ink:var(--ground)}',
  rows:
    ':root{--card-sides:2px 0 0;--card-ground:none;--card-pad:1rem 0;--tile-inset:0px;--step-line:transparent;' +
    '--step-font:400 1.75rem/1 var(--display);--step-weight:400}main>*{--card-line:var(--ink)}',
};

const panelBand = 'main>[data-tone=tinted]:not([data-placement])';

const bands: Choices<'bands'> = {
  panel:
    `${panelBand}{background:none;padding-block:calc(${space.section}/2)!important}` +
    `${panelBand}>div{width:calc(100% - 1rem);padding-block:${space.block};border-radius:calc(2*${radius} + .5rem);` +
    `background:${color.ground}}`,
};

// Selects sections with a separator above. A block without a heading has no separator, because it belongs to the block
// above.
const separatedSection =
  `${sections}[data-tone=plain]:not([data-placement=aside])+[data-tone=plain]` +
  ':not([data-placement=aside]):has(h2)::before';
const toSeparator = (line: string, declarations = '') =>
  `@media screen{${separatedSection}{content:"";display:block;width:min(100% - 2*${space.edge},var(--page,75rem));` +
  `margin:0 auto ${space.section};border-top:${line} ${color.line}${declarations}}}`;
const edgedSection = `${sections}:is([data-tone=dark],[data-placement=opening][data-tone=plain])`;

const separators: Choices<'separators'> = {
  rule: toSeparator('1px solid'),
  double: toSeparator('4px double'),
  heavy: toSeparator('4px solid', `;border-color:${color.ink}`),
  scallop:
    `@media screen{${edgedSection}{position:relative}${edgedSection}::after{content:"";position:absolute;inset:100% 0 auto;` +
    'height:.75rem;pointer-events:none;' +
    `background:radial-gradient(.75rem at 50% 0,${color.ground} 96%,transparent) 50% 0/1.5rem .75rem}}`,
};

/** Restores the default padding below an opening with a separate background, and above the section after it. */
const openingDistance =
  `${openingSelector}[data-tone=plain]+[data-tone=plain]{padding-top:var(--section)!important}` +
  `${openingSelector}[data-tone=plain]{padding-bottom:var(--section)}`;

const rulesBySetting = {
  labels,
  heads,
  cards,
  bands,
  buttons,
  pictures,
  pattern,
  icons: iconRules,
  links,
  separators,
  width,
  wordmark,
  header,
};

/** Returns the CSS rules of all theme settings that differ from the default. */
export function createChoiceRules(theme: SiteTheme, company: string): string {
  const rules = Object.entries(rulesBySetting).map(([key, choices]) => {
    const value = theme[key as keyof typeof rulesBySetting]; // a key of `rulesBySetting`
    return (choices as Record<string, string | undefined>)[value] ?? ''; // undefined for the default
  });
  if (theme.grounds.opening !== 'plain') rules.push(openingDistance);
  if (theme.header === 'masthead') rules.push(createNameSizeRule(company));
  return rules.join('');
}

/**
 * Returns the rule that makes the company name as wide as the page. In text fonts, the average character is up to 0.62
 * em wide.
 */
function createNameSizeRule(company: string): string {
  const widthEm = (0.62 * Math.max(4, [...company].length)).toFixed(2);
  return `:root{--name:clamp(2rem,calc((min(100vw,var(--page,75rem)) - 2*${space.edge})/${widthEm}),9rem)}`;
}
