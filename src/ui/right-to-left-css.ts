/** The CSS of pages that are written from right to left. All other styles use logical directions. */
export const rightToLeftCss = [
  // Arrows point the other way, also while they move.
  '[data-glyph]:is([data-glyph=arrow],[data-glyph=previous],[data-glyph=next],[data-glyph=outside]){scale:-1 1}',
  '.swiper img{object-position:right}',
  // Arabic letters are joined.
  'main *,header *,footer *{letter-spacing:0!important}',
  // Left to right in any text.
  'code,pre,kbd{direction:ltr;unicode-bidi:isolate}pre{text-align:left}',
  // By their letters, and from left to right if they have none: numbers of telephones, prices, key figures.
  'a[href^="tel:"],a[href^="mailto:"],address p,[data-value],input:is([type=tel],[type=email],[type=url])' +
    '{unicode-bidi:plaintext;text-align:right}',
].join('');
