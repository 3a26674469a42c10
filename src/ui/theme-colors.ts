import { contrast, type Scheme, schemes, type ColorValues } from '../../schema/fields/colors.ts';
import { type Ground, createPalette } from '../../schema/site/palette.ts';
import type { Site } from '../../schema/site/site.ts';
import { toSchemeColor, schemeDeclarations } from './design-tokens.ts';

type SiteTheme = Site['theme'];

/**
 * Selectors for the page parts whose background may differ from the page background. Later selectors take precedence.
 */
const groundSelectors = {
  statement: '[data-tone=dark]',
  closing: '[data-placement=closing][data-tone=dark]',
  footer: 'body>footer[data-tone]',
  opening: ':is(body>header:not([data-over]),main>[data-placement=opening][data-tone=plain])',
} as const;

/**
 * Returns the CSS rules for the colours of a site in the light and the dark scheme: the page colours, and the colours
 * on every background that differs from the page background.
 */
export function createColorRules(theme: SiteTheme): string {
  const colors = createPalette(theme);
  const { statement, ...partGrounds } = theme.grounds;
  const usedNames = collectOptionalNames(theme);
  const defaultGrounds = {
    closing: statement,
    footer: theme.bands === 'colour' ? undefined : 'tinted',
    opening: 'plain',
  };
  const rules = (['closing', 'footer', 'opening'] as const)
    .filter((part) => partGrounds[part] !== defaultGrounds[part])
    .map((part) => createGroundRules(groundSelectors[part], partGrounds[part], colors, usedNames));
  if (theme.header === 'block')
    rules.push(createGroundRules('body>header:not([data-over])', 'dark', colors, usedNames));
  return `:root{color-scheme:light dark;${schemeDeclarations.light}${createClosingBand(theme, colors)}${declareSchemes(colors.plain, usedNames)}}
@media(prefers-color-scheme:dark){:root{${schemeDeclarations.dark}}}
[data-scheme=light]{color-scheme:light;${schemeDeclarations.light}}
[data-scheme=dark]{color-scheme:dark;${schemeDeclarations.dark}}
@media not print{${createBandRules(theme.bands, colors, usedNames)}
${createGroundRules(groundSelectors.statement, statement, colors, usedNames)}${rules.join('')}}`;
}

/**
 * Returns the background of a page's closing band, which is deeper than the button colour unless the theme sets a
 * background.
 */
function createClosingBand(
  { grounds: { closing } }: SiteTheme,
  colors: Record<Ground, Record<Scheme, ColorValues>>,
): string {
  if (closing === 'dark') {
    const { 'accent-strong': ground, 'on-accent': ink } = colors.plain.light;
    return `--band:${ground};--on-band:${ink};`;
  }
  const { light, dark } = colors[closing];
  const getColor = (name: 'ground' | 'ink') =>
    light[name] === dark[name] ? light[name] : toSchemeColor(light[name], dark[name]);
  return `--band:${getColor('ground')};--on-band:${getColor('ink')};`;
}

/**
 * Returns the names of optional custom properties. Only sites with a second colour or a separate button colour declare
 * them.
 */
const collectOptionalNames = (theme: SiteTheme): ReadonlySet<string> =>
  new Set([
    ...(theme.second ? ['second', 'on-second'] : []),
    ...(theme.buttonColor === 'accent' ? [] : ['press', 'on-press']),
  ]);

/** Returns the CSS rules for the background of `tinted` blocks. */
function createBandRules(
  bandStyle: SiteTheme['bands'],
  colors: Record<Ground, Record<Scheme, ColorValues>>,
  usedNames: ReadonlySet<string>,
): string {
  const tinted = '[data-tone=tinted]';
  if (bandStyle === 'colour') return createGroundRules(tinted, 'second', colors, usedNames);
  return `${tinted}{${declareSchemes(pickDifferent(colors.tinted, colors.plain), usedNames)}}`;
}

type SchemeValues = Record<Scheme, Partial<ColorValues>>;

function declareSchemes({ light, dark }: SchemeValues, usedNames: ReadonlySet<string>): string {
  return Object.entries(light)
    .filter(([name]) => !/second|press/.test(name) || usedNames.has(name))
    .map(([name, value]) => {
      const darkValue = dark[name as keyof ColorValues] ?? value; // a colour name
      return `--${name}:${value === darkValue ? value : toSchemeColor(value, darkValue)};`;
    })
    .join('');
}

/** Returns the colours that differ from the reference colours in at least one scheme. */
function pickDifferent(
  colors: Record<Scheme, ColorValues>,
  reference: Record<Scheme, ColorValues>,
): SchemeValues {
  const isDifferent = (name: string) => {
    const key = name as keyof ColorValues; // a colour name
    return schemes.some((schemeName) => colors[schemeName][key] !== reference[schemeName][key]);
  };
  const pickValues = (values: ColorValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isDifferent(name)));
  return { light: pickValues(colors.light), dark: pickValues(colors.dark) };
}

const isDark = (color: string) => contrast('#ffffff', color) > contrast('#000000', color);

/**
 * Returns the CSS rules for the colours on a background and the scheme of its content, so that SVGs on a light
 * background use the light scheme.
 */
function createGroundRules(
  selector: string,
  ground: Ground,
  colors: Record<Ground, Record<Scheme, ColorValues>>,
  usedNames: ReadonlySet<string>,
): string {
  const ownRules = `color:var(--ink);${declareSchemes(colors[ground], usedNames)}`;
  const plainPanels = `${selector} [data-panel]{${declareSchemes(colors.plain, usedNames)}}`;
  if (ground === 'plain' || ground === 'tinted') return `${selector}{${ownRules}}`;
  const [isDarkInLight, isDarkInDark] = [
    isDark(colors[ground].light.ground),
    isDark(colors[ground].dark.ground),
  ];
  if (!isDarkInLight && isDarkInDark) return `${selector}{${ownRules}}${plainPanels}`;
  if (isDarkInLight && isDarkInDark) {
    const panels = ground === 'dark' ? '' : plainPanels;
    return `${selector}{color-scheme:dark;${ownRules}}${selector}>*{${schemeDeclarations.dark}}${panels}`;
  }
  if (!isDarkInLight && !isDarkInDark)
    return `${selector}{color-scheme:light;${ownRules}}${selector}>*{${schemeDeclarations.light}}${plainPanels}`;
  // This background is dark in the light scheme and light in the dark scheme, so the content has the opposite scheme.
  return `${selector}{--o:var(--l);--n:var(--d);${ownRules}}${selector}>*{--l:var(--n);--d:var(--o)}${plainPanels}`;
}
