import { createPrintCss } from './print-css.ts';
import { isRightToLeft } from '../../schema/base/languages.ts';
import { rightToLeftCss } from './right-to-left-css.ts';
import type { Site } from '../../schema/site/site.ts';
import type { SiteFonts } from './fonts.ts';
import {
  breakpoints,
  declareProperties,
  color,
  corners,
  densities,
  headerHeight,
  headingStyles,
  measure,
  radius,
  size,
  scales,
  space,
  motionReduced,
  motionAllowed,
} from './design-tokens.ts';
import { createChoiceRules } from './theme-choices.ts';
import { createColorRules } from './theme-colors.ts';

/** Returns the custom properties of a theme: colours in both schemes, corner radius, sizes and fonts. */
function declareTheme(theme: Site['theme'], { families }: SiteFonts): string {
  const { corners: corner, density, scale } = theme;
  return `:root{--radius:${corners[corner]};${declareProperties(densities[density])}${declareProperties(scales[scale])}${families}}
${createColorRules(theme)}`;
}

/**
 * A declaration for exact character widths. Without it, some systems round the width of each character, and a font and
 * its fallback differ in width.
 */
const evenLetterSpacing = 'text-rendering:geometricPrecision';

/**
 * Always shows the status of a form in a dialog if there is no JavaScript, because submitting the form then closes the
 * dialog.
 */
const visibleStatusRule = '@media(scripting:none){dialog [role=status]>*{display:flex!important}}';

function createHeadingRules(name: Site['theme']['headings']): string {
  if (name === 'strong') return '';
  const { weight, spacing, family, more: extraRules = '' } = headingStyles[name];
  const familyRule = family === undefined ? '' : `:root{--display:${family}}`;
  return `${familyRule}h1,h2{font-weight:${weight};letter-spacing:${spacing}!important}${extraRules}`;
}

/** Returns minified CSS. Strings in the CSS must not contain a comma followed by a space. */
export const minifyCss = (css: string): string =>
  css
    .replaceAll('\n', '')
    .replaceAll(';}', '}')
    .replaceAll(', ', ',')
    .replaceAll(' > ', '>')
    .replaceAll('(> ', '(>')
    .replaceAll(/(?<=[ ,(:-])0\./g, '.')
    .replaceAll(/(?<=@[^{]*): /g, ':')
    .replaceAll(/#(.)\1(.)\2(.)\3(?=[,);}])/g, '#$1$2$3');

/** Selects pages in languages with long compound words, which may not fit into a column or a button. */
const compoundLanguages = `body:is(${['de', 'nl', 'da', 'sv', 'no', 'nb', 'nn', 'fi', 'hu', 'is', 'et'].map((tag) => `:lang(${tag})`).join()})`;

/**
 * Returns the CSS that every page contains: the styles of the theme, the HTML elements, and the sections around blocks.
 */
export const createBaseCss = (
  {
    theme,
    dialogs,
    language,
    company,
    url,
  }: Pick<Site, 'theme' | 'dialogs' | 'language' | 'company' | 'url'>,
  fonts: SiteFonts,
): string => {
  return minifyCss(`
${fonts.faces}
${declareTheme(theme, fonts)}
:root{--header:${headerHeight.full};scroll-padding-top:${headerHeight.full};
-webkit-text-size-adjust:100%;text-size-adjust:100%;${evenLetterSpacing}}
:root[data-scrolled]{--header:${headerHeight.compact}}
*,::before,::after{box-sizing:border-box}
body,h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0}
ul,ol{padding:0;list-style:none}
body{font:400 ${size.body}/1.6 var(--text);color:${color.ink};background:${color.ground};
min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:anywhere;
hyphenate-limit-chars:12 5 4}
table{overflow-wrap:break-word}
main{flex:1}
${compoundLanguages}{hyphens:auto}
h1,code,a[href^="mailto:"]{hyphens:manual}
@media(max-width:${breakpoints.phone}rem){table{overflow-wrap:anywhere}
h1,h2,h3{hyphens:auto}}
h1,h2,h3{font-family:var(--display);line-height:1.15;font-weight:650;letter-spacing:-.02em;
text-wrap:balance}
${createHeadingRules(theme.headings)}
${createChoiceRules(theme, company)}
p,li,dt,dd,td,th,figcaption{text-wrap:pretty}
summary{text-wrap:balance;list-style:none;cursor:pointer}
summary::-webkit-details-marker{display:none}
summary>svg:last-child{margin-inline-start:auto;transition:transform .15s}
[open]>summary>svg:last-child{transform:rotate(180deg)}
a{color:${color.accent};text-underline-offset:.2em;text-decoration-thickness:1px}
:is(p,dd,td)>a:only-child{padding-block:.25em}
:where(a[href^="mailto:"],a[href^="tel:"]){display:inline-block;max-width:100%}
a:hover{color:${color.accentStrong};text-decoration-thickness:2px}
:is(a,button,summary):active,form [aria-disabled]{opacity:.7}
code{font-family:ui-monospace,"Liberation Mono",monospace;background:${color.accentWash};
padding:.1em .35em;border-radius:.2em}
button,input,textarea,select{font:inherit;color:inherit;text-rendering:inherit}
img,svg{display:block;max-width:100%}
picture{display:contents}
source{display:none}
strong{font-weight:650}
:focus-visible{outline:3px solid ${color.accent};outline-offset:3px;border-radius:${radius}}
h1:focus{outline:0}
main>:is(section,div){padding-block:${space.section};background:${color.ground};color:${color.ink}}
main>:is(section,div)[data-tone=plain]+[data-tone=plain],
main>:is(section,div)[data-tone=tinted]+[data-tone=tinted],
main>:is(section,div)[data-tone=dark]:not([data-placement=opening])+[data-tone=dark]:not([data-placement=closing]){padding-top:0}
main>:is(section,div):empty{display:none}
main>:is(section,div)>div,.container{width:100%;max-width:calc(${measure.page} + 2*${space.edge});
margin-inline:auto;padding-inline:${space.edge}}
main>dialog{width:calc(100% - 2rem);max-width:500px;max-height:90vh;
padding:${space.wide};scroll-padding:${space.wide};border:1px solid ${color.line};
border-radius:${radius};background:${color.ground};color:${color.ink}}
main>dialog::backdrop{background:#0009}
${Object.values(dialogs).some(({ form }) => 'log' in form.submit && form.demonstration) ? visibleStatusRule : ''}
main>dialog>form button{position:absolute;top:.5rem;inset-inline-end:.5rem;display:grid;place-items:center;
width:2.75rem;height:2.75rem;padding:0;border:0;background:none;cursor:pointer}
dialog,dialog::backdrop{overflow:auto;overscroll-behavior:contain;scrollbar-width:thin}
@media(pointer:coarse){html:has(dialog:modal){overflow:hidden}}
.for-screen-readers{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
white-space:nowrap}
main>[data-updated]{padding-block:${space.item} ${space.wide};font-size:${size.note};color:${color.muted}}
.skip{border:1px solid transparent;position:fixed;top:.5rem;inset-inline-start:.5rem;z-index:20;padding:.75rem 1rem;
background:${color.ink};color:${color.ground};transform:translateY(-200%)}
.skip:focus{transform:none;color:${color.ground}}
${createPrintCss(company, url)}
${isRightToLeft(language) ? rightToLeftCss : ''}
${motionAllowed}{html{scroll-behavior:smooth}}
${motionReduced},print{*,::before,::after{transition:none!important}}
`);
};
