import { fontFaces, fontFamily } from './font.ts';
import { color, headerHeight, measure, radius, schemes, size, space, whenLessMotionIsWanted, whenMotionIsWelcome } from './theme.ts';

const declare = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([name, value]) => `${name}:${value};`).join('');

const scheme = (name: 'light' | 'dark') => `:root{color-scheme:${name};${declare(schemes[name].plain)}}[data-tone=tinted]{${declare(schemes[name].tinted)}}[data-tone=dark]{${declare(schemes[name].dark)}}`;

/** The rules that stand on every page: the tones, the elements, and the frame around each block. */
export const baseCss = `
${fontFaces}
:root{--header:${headerHeight.full};scroll-padding-top:${headerHeight.full};-webkit-text-size-adjust:100%;text-size-adjust:100%}
${scheme('light')}
@media (prefers-color-scheme:dark){${scheme('dark')}[data-block=logo-carousel] img{filter:brightness(0) invert(.78)}}
[data-tone=dark]{color-scheme:dark}
*,::before,::after{box-sizing:border-box}
body,h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0}
ul,ol{padding:0;list-style:none}
body{font:400 ${size.body}/1.6 ${fontFamily};color:${color.ink};background:${color.ground};min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:break-word}
main{flex:1}
h1,h2,h3{line-height:1.15;font-weight:650;letter-spacing:-.02em;text-wrap:balance}
p,li,dd{text-wrap:pretty}
a{color:${color.accent};text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{color:${color.accentStrong};text-decoration-thickness:2px}
code{font:.9em ui-monospace,"Liberation Mono",monospace;background:${color.accentWash};padding:.1em .35em;border-radius:.2em}
button,input,textarea,select{font:inherit;color:inherit}
img,svg{display:block;max-width:100%}
:focus-visible{outline:3px solid ${color.accent};outline-offset:3px;border-radius:2px}
h1:focus{outline:0}
main>section{padding-block:${space.section};background:${color.ground};color:${color.ink}}
main>section[data-tone=plain]+section[data-tone=plain]{padding-top:0}
main>section[data-block=logo-carousel]{padding-block:0 ${space.block}}
main>section>div,.container{width:100%;max-width:calc(${measure.page} + 2*${space.edge});margin-inline:auto;padding-inline:${space.edge}}
main>dialog{width:calc(100% - 2rem);max-width:500px;max-height:90vh;padding:${space.wide};border:1px solid ${color.line};border-radius:${radius};background:${color.ground};color:${color.ink}}
main>dialog::backdrop{background:rgb(16 33 29/.55)}
main>dialog>form button{position:absolute;top:.5rem;right:.5rem;display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:0;background:none;cursor:pointer}
html:has(dialog:modal){overflow:hidden;scrollbar-gutter:stable}
.for-screen-readers{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:fixed;top:.5rem;left:.5rem;z-index:20;padding:.75rem 1rem;background:${color.ink};color:${color.ground};transform:translateY(-200%)}
.skip:focus{transform:none;color:${color.ground}}
${whenMotionIsWelcome}{html{scroll-behavior:smooth}}
${whenLessMotionIsWanted}{*,::before,::after{transition:none!important}}
`.replaceAll('\n', '');
