import { printColors } from '../../schema/fields/colors.ts';
import { declareProperties, schemeDeclarations } from './design-tokens.ts';

/** Returns a character as an escape sequence for a CSS string. */
const escapeCharacter = (character: string): string => `\\${character.codePointAt(0)?.toString(16)} `;

/** Returns the print CSS for all pages. Printouts start with the site name. */
export function createPrintCss(company: string, url: string): string {
  const signature = `${company} · ${new URL(url).host}`.replaceAll(/[^\w .·-]/gu, escapeCharacter);
  return `@page{margin:16mm}
@media print{
:root{color-scheme:light!important;${schemeDeclarations.light}--block:1.5rem;font-size:85%;${declareProperties(printColors)}}
body>:is(header,footer,#announcer),.skip,summary>svg,main>dialog,main form>:not(p,:last-child),main>[data-placement=closing]{display:none!important}
body{display:block}
main>:is(section,div)[data-tone]{padding-block:1.5rem 0!important;margin-block:0!important}
main>:is(section,div)>div{max-width:none;padding:0}
h1,h2,h3,main>*>div>:first-child:not(:last-child){break-after:avoid;break-inside:avoid}
li,dl>div,figure,blockquote,tr,img,details,ol,:is(tbody,ul,dl):not(:has(>:nth-child(5))){break-inside:avoid}
div:has(>table){overflow:visible!important}
main form{display:block!important}
main :is(dl,dl>div){margin-bottom:0!important}
[data-texts="2"] td>span{display:inline!important}
img{filter:grayscale(1)}
[data-chart=field],[data-chart=field] *{padding-inline:0!important}
main::before{content:"${signature}";font-weight:650}
details::details-content{display:block;block-size:auto;content-visibility:visible}
main :is(a[href^=http]:not([data-address]),p>a[href^="/"])::after{content:" (" attr(href) ")"}
}`;
}
