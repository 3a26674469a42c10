/** Additional CSS for right-to-left pages. All other styles use logical directions. */
export const rightToLeftCss = [
  // Mirrors arrows, even while they are animated.
  '[data-glyph]:is([data-glyph=arrow],[data-glyph=previous],[data-glyph=next],[data-glyph=outside]){scale:-1 1}',
  '.swiper img{object-position:right}',
  // Removes letter spacing, which would separate the joined letters of Arabic.
  'main *,header *,footer *{letter-spacing:0!important}',
  // Code is always left to right.
  'code,pre,kbd{direction:ltr;unicode-bidi:isolate}pre{text-align:left}',
  // Phone numbers, prices and key figures follow the direction of their letters; without letters, they are left to
  // right.
  'a[href^="tel:"],a[href^="mailto:"],address p,[data-value],input:is([type=tel],[type=email],[type=url])' +
    '{unicode-bidi:plaintext;text-align:right}',
].join('');
