import { breaks, color, measure, radius, size, space } from '../../design/theme.ts';

const bare = 'padding:0;border:0;background:none;cursor:pointer';

/** How the search looks: this comes with its script, as nobody else needs it. */
export function searchStyles(dialog: string): CSSStyleSheet {
  const rules: Record<string, string> = {
    '':
      `width:min(${measure.text} + 3rem,100% - 2*${space.item});max-height:calc(100dvh - 2*${space.item});` +
      `margin:${space.item} auto auto;padding:0;border:1px solid ${color.line};border-radius:${radius};` +
      `background:${color.ground};color:${color.ink}`,
    '::backdrop': 'background:#0009',
    // The line to write in stays where it is while the rest scrolls.
    '>div':
      `position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:${space.tight};` +
      `padding:${space.small} ${space.tight} ${space.small} ${space.wide};background:inherit`,
    ' input':
      `flex:1;min-width:0;min-height:2.75rem;padding:0 ${space.small};border:1px solid ${color.muted};` +
      `border-radius:${radius};background:${color.raised};font-size:${size.item}`,
    ' form button': `display:grid;place-items:center;width:2.75rem;height:2.75rem;${bare}`,
    '>p': `padding:0 ${space.wide} ${space.small};font-size:${size.note};color:${color.muted}`,
    '>p:empty': 'display:none',
    '>ol:not(:empty)': `border-top:1px solid ${color.line};padding:${space.tight}`,
    ' li': `position:relative;padding:${space.small} ${space.item};border-radius:${radius}`,
    ' li:is(:hover,:focus-within)': `background:${color.accentWash}`,
    ' a': `color:${color.ink};font-weight:650;font-size:${size.item};line-height:1.3;text-decoration:none`,
    // The whole entry is the link.
    ' a::after': `content:"";position:absolute;inset:0;border-radius:${radius}`,
    ' a:focus-visible': 'outline:0',
    ' a:focus-visible::after': `outline:3px solid ${color.accent};outline-offset:-3px`,
    ' strong': 'display:block;font-weight:500',
    ' li p': `font-size:${size.note};line-height:1.5;color:${color.muted}`,
    ' mark': `background:none;color:${color.accent};font-weight:650`,
    '>button:not([hidden])':
      `display:block;min-height:2.75rem;margin:0 ${space.wide} ${space.item};${bare};` +
      `color:${color.accent};font-weight:650`,
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    Object.entries(rules)
      .map(([selector, declarations]) => `#${dialog}${selector}{${declarations}}`)
      .join('') + `@media (min-width:${breaks.tablet}rem){#${dialog}{margin-top:10vh;max-height:80vh}}`,
  );
  return sheet;
}
