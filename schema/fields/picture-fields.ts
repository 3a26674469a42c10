import { z } from 'zod';
import type { Path } from '../base/data.ts';
import { cropNames, focusNames } from './crop.ts';
import { described, describedGroup, optionalOneOf } from './described-fields.ts';
import { integerField, name, text } from './fields.ts';
import { issueAt } from './issue-at.ts';
import { hostPattern, publicFilePattern } from './link-fields.ts';

const crop = optionalOneOf(
  cropNames,
  'The shape that the picture is cropped to: `square`, `portrait` (three by four), ' +
    '`landscape` (three by two), `wide` (sixteen by nine) or `panorama` (three by one).',
);
const focus = optionalOneOf(
  focusNames,
  'The part of the picture to keep when it is cropped; `center` by default.',
);

/** Settings of a picture whose crop depends on its block. */
export const inFrame = { focus };

/** Settings of a picture that the author can crop. */
export const cropSettings = { crop, focus };

/** Width of a standalone picture. */
export const pictureSize = optionalOneOf(
  ['small', 'medium', 'full'],
  'How wide the picture is: `small`, `medium` like a text, or, as without it, `full` like the page.',
);

export const iconName = name.meta({
  description: 'The name of an icon on https://lucide.dev/icons, or of a well-known site, like `github`.',
  refersTo: 'icon',
});

// Whether the file exists, and is a picture, is checked with its references.
const pictureAt = (pattern: string) =>
  described(
    z
      .string()
      .normalize()
      .regex(new RegExp(pattern), 'must be a picture in `public/`, like `/logos/name.svg`')
      .refine(
        (src) => !src.startsWith('https://') || URL.canParse(src),
        'must be an address that a browser can open',
      ),
    'The picture: a file in `public/`, like `/pictures/team.jpg`.',
    '/pictures/name.svg',
  ).meta({ refersTo: 'picture' });

/** The path of a picture in `public/`. */
export const pictureFile = pictureAt(`^${publicFilePattern}$`);

const share = (min: number, max: number, what: string, example: string) =>
  described(integerField(min, max).optional(), `${what}, in per cent of the picture.`, example);

/** What phones show instead of a picture: another file, or a part of it. */
export const onPhones = describedGroup(
  'What phones show instead, so that small details stay readable: another picture (`src`), or a part of this one.',
  {
    src: described(
      pictureFile.optional(),
      'The picture for windows below 1200 pixels: a file in `public/`.',
      '/pictures/name-phone.svg',
    ),
    left: share(0, 95, 'Where the part begins, from the left', '10'),
    top: share(0, 95, 'Where the part begins, from the top', '20'),
    width: share(5, 100, 'How wide the part is', '40'),
    height: share(5, 100, 'How high the part is', '50'),
  },
).optional();

export type OnPhones = NonNullable<z.output<typeof onPhones>>;

/** Requires either a file for phones, or a part that lies within the picture. */
export function checkOnPhones(
  { onPhones: shown }: { onPhones?: OnPhones | undefined },
  context: z.RefinementCtx,
  path: Path = [],
): void {
  if (!shown) return;
  const report = (name: string, message: string) => issueAt(context, [...path, 'onPhones', name], message);
  const sides = ['left', 'top', 'width', 'height'] as const;
  const given = sides.filter((name) => shown[name] !== undefined);
  if (shown.src === undefined && given.length === 0)
    report('src', 'a file for phones; or write `left`, `top`, `width` and `height`, a part of the picture');
  for (const name of sides) {
    if (shown.src !== undefined && shown[name] !== undefined)
      report(
        name,
        'is for a part of the picture: a file for phones (`src`) is shown whole; delete this line',
      );
    if (shown.src === undefined && given.length > 0 && shown[name] === undefined)
      report(
        name,
        'a part of the picture has `left`, `top`, `width` and `height`; or write `src`, a file for phones',
      );
  }
  for (const [from, size, side] of [
    ['left', 'width', 'right'],
    ['top', 'height', 'lower'],
  ] as const) {
    const most = 100 - (shown[from] ?? 0);
    if ((shown[size] ?? 0) > most)
      report(
        size,
        `leads beyond the ${side} edge of the picture, so that phones would show an empty place; ` +
          `write at most ${most}, or a smaller \`${from}\``,
      );
  }
}

/** A picture in `public/`, or of another site that `_site.yaml` allows. */
const pictureSource = pictureAt(`^(${publicFilePattern}|https:\\/\\/${hostPattern}\\/[^\\s"'<>]+)$`);

const pixels = (what: string) =>
  described(
    integerField(1, 20_000).optional(),
    `The ${what} in pixels, for a picture of another site only.`,
    '1200',
  );

/** A picture. One of another site has a width and a height in pixels. */
export const anyPicture = { src: pictureSource, width: pixels('width'), height: pixels('height') };

/** Requires the size of external pictures, which reserves their space. For files the build reads it. */
export function checkPictureSize(
  { src, width, height }: { src: string; width?: number; height?: number },
  context: z.RefinementCtx,
): void {
  const isOutside = src.startsWith('https://');
  for (const [name, size] of Object.entries({ width, height })) {
    if (isOutside === (size !== undefined)) continue;
    const message = isOutside
      ? `a picture of another site needs its \`${name}\` in pixels, so that a place is kept free for it`
      : 'is read from the file in `public/`; delete this line';
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** The text alternative of a picture. */
export const pictureWords = (example: string) =>
  described(text, 'A text alternative that says what the picture shows.', example).meta({
    describes: 'picture',
  });

const picturePosition = { ...anyPicture, alt: pictureWords('Six people on a pier') };

/** A picture that the author can crop. */
export const picture = describedGroup('A picture with a text alternative.', {
  ...picturePosition,
  ...cropSettings,
}).superRefine(checkPictureSize);

/** A picture that its block crops. */
export const framedPicture = describedGroup('A picture with a text alternative.', {
  ...picturePosition,
  ...inFrame,
}).superRefine(checkPictureSize);

/** A logo, which is always shown whole. */
export const logo = describedGroup('A logo, with the name of whose it is.', {
  ...anyPicture,
  alt: pictureWords('North Pier'),
}).superRefine(checkPictureSize);

/** The path of a video in `public/`. */
export const videoFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.([mM][pP]4|[wW][eE][bB][mM])$/, 'must be a video in `public/`, like `/videos/name.mp4`')
  .meta({
    description: 'The film: a file in `public/`, like `/videos/tour.mp4`.',
    refersTo: 'video',
  });

/** The path of a sound in `public/`. */
export const soundFile = z
  .string()
  .normalize()
  .regex(
    /^\/[^\\]+\.([mM][pP]3|[mM]4[aA]|[oO][gG]{2}|[oO][pP][uU][sS]|[wW][aA][vV])$/,
    'must be a sound in `public/`, like `/sounds/name.mp3`',
  )
  .meta({
    description: 'The sound: a file in `public/`, like `/sounds/talk.mp3`.',
    refersTo: 'sound',
  });

/** The path of subtitles in `public/`. */
export const subtitleFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[vV][tT][tT]$/, 'must be a file of subtitles in `public/`, like `/videos/name.vtt`')
  .meta({
    description: 'The subtitles: a file in `public/`, like `/videos/tour.vtt`.',
    refersTo: 'subtitles',
  });
