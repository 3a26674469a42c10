/** The CSS of right-to-left pages. All other styles use logical directions. */
export const rightToLeftCss = [
  // Arrows point in the opposite direction, also while they move.
  '[data-glyph]:is([data-glyph=arrow],[data-glyph=previous],[data-glyph=next],[data-glyph=outside]){scale:-1 1}',
  '.swiper img{object-position:right}',
  // Letter spacing would separate Arabic letters, which are joined.
  'main *,header *,footer *{letter-spacing:0!important}',
  // Code is left to right in any text.
  'code,pre,kbd{direction:ltr;unicode-bidi:isolate}pre{text-align:left}',
  // Phone numbers, prices and key figures: in the direction of their letters, or left to right without letters.
  'a[href^="tel:"],a[href^="mailto:"],address p,[data-value],input:is([type=tel],[type=email],[type=url])' +
    '{unicode-bidi:plaintext;text-align:right}',
].join('');
