import { contrast, type Scheme, schemes, type Values } from '../../schema/fields/colors.ts';
import { type Ground, palette } from '../../schema/site/palette.ts';
import type { Site } from '../../schema/site/site.ts';
import { inScheme, scheme } from './design-tokens.ts';

type SiteTheme = Site['theme'];

/** The selectors of page parts with their own background. Later ones take precedence. */
const places = {
  statement: '[data-tone=dark]',
  closing: '[data-placement=closing][data-tone=dark]',
  footer: 'body>footer[data-tone]',
  opening: ':is(body>header:not([data-over]),main>[data-placement=opening][data-tone=plain])',
} as const;

/** Returns the colours of a site in both schemes: of the page, and of all backgrounds that differ from it. */
export function colorRules(theme: SiteTheme): string {
  const colors = palette(theme);
  const { statement, ...others } = theme.grounds;
  const used = usedColors(theme);
  const usual = {
    closing: statement,
    footer: theme.bands === 'colour' ? undefined : 'tinted',
    opening: 'plain',
  };
  const rules = (['closing', 'footer', 'opening'] as const)
    .filter((place) => others[place] !== usual[place])
    .map((place) => groundRules(places[place], others[place], colors, used));
  if (theme.header === 'block') rules.push(groundRules('body>header:not([data-over])', 'dark', colors, used));
  return `:root{color-scheme:light dark;${scheme.light}${closingBand(theme, colors)}${both(colors.plain, used)}}
@media(prefers-color-scheme:dark){:root{${scheme.dark}}}
[data-scheme=light]{color-scheme:light;${scheme.light}}
[data-scheme=dark]{color-scheme:dark;${scheme.dark}}
@media not print{${bandRules(theme.bands, colors, used)}
${groundRules(places.statement, statement, colors, used)}${rules.join('')}}`;
}

/** Returns the background of the closing band of a page: deeper than buttons, unless the theme sets another one. */
function closingBand(
  { grounds: { closing } }: SiteTheme,
  colors: Record<Ground, Record<Scheme, Values>>,
): string {
  if (closing === 'dark') {
    const { 'accent-strong': ground, 'on-accent': ink } = colors.plain.light;
    return `--band:${ground};--on-band:${ink};`;
  }
  const { light, dark } = colors[closing];
  const value = (name: 'ground' | 'ink') =>
    light[name] === dark[name] ? light[name] : inScheme(light[name], dark[name]);
  return `--band:${value('ground')};--on-band:${value('ink')};`;
}

/** Returns the optional custom properties: only sites with a second colour or their own button colour have them. */
const usedColors = (theme: SiteTheme): ReadonlySet<string> =>
  new Set([
    ...(theme.second ? ['second', 'on-second'] : []),
    ...(theme.buttonColor === 'accent' ? [] : ['press', 'on-press']),
  ]);

/** Returns the background of `tinted` blocks. */
function bandRules(
  bands: SiteTheme['bands'],
  colors: Record<Ground, Record<Scheme, Values>>,
  used: ReadonlySet<string>,
): string {
  const tinted = '[data-tone=tinted]';
  if (bands === 'colour') return groundRules(tinted, 'second', colors, used);
  return `${tinted}{${both(differing(colors.tinted, colors.plain), used)}}`;
}

type Pair = Record<Scheme, Partial<Values>>;

function both({ light, dark }: Pair, used: ReadonlySet<string>): string {
  return Object.entries(light)
    .filter(([name]) => !/second|press/.test(name) || used.has(name))
    .map(([name, value]) => {
      const night = dark[name as keyof Values] ?? value; // the keys of the colours
      return `--${name}:${value === night ? value : inScheme(value, night)};`;
    })
    .join('');
}

/** Returns the colours that differ from others in either scheme. */
function differing(colors: Record<Scheme, Values>, from: Record<Scheme, Values>): Pair {
  const isOther = (name: string) => {
    const key = name as keyof Values; // the keys of the colours
    return schemes.some((one) => colors[one][key] !== from[one][key]);
  };
  const pick = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isOther(name)));
  return { light: pick(colors.light), dark: pick(colors.dark) };
}

const isDark = (color: string) => contrast('#ffffff', color) > contrast('#000000', color);

/** Returns the colours of a background, and the scheme of its content: SVGs on a light background are light. */
function groundRules(
  selector: string,
  ground: Ground,
  colors: Record<Ground, Record<Scheme, Values>>,
  used: ReadonlySet<string>,
): string {
  const own = `color:var(--ink);${both(colors[ground], used)}`;
  const plainPanels = `${selector} [data-panel]{${both(colors.plain, used)}}`;
  if (ground === 'plain' || ground === 'tinted') return `${selector}{${own}}`;
  const [inLight, inDark] = [isDark(colors[ground].light.ground), isDark(colors[ground].dark.ground)];
  if (!inLight && inDark) return `${selector}{${own}}${plainPanels}`;
  if (inLight && inDark) {
    const panels = ground === 'dark' ? '' : plainPanels;
    return `${selector}{color-scheme:dark;${own}}${selector}>*{${scheme.dark}}${panels}`;
  }
  if (!inLight && !inDark)
    return `${selector}{color-scheme:light;${own}}${selector}>*{${scheme.light}}${plainPanels}`;
  // The background is dark in the light scheme and light in the dark one, so the schemes are swapped.
  return `${selector}{--o:var(--l);--n:var(--d);${own}}${selector}>*{--l:var(--n);--d:var(--o)}${plainPanels}`;
}
