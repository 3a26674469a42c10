import { z } from 'zod';
import type { Path } from '../base/data.ts';
import { cropNames, focusNames } from './crop.ts';
import { described, describedGroup, optionalOneOf } from './described-fields.ts';
import { integerField, name, text } from './fields.ts';
import { issueAt } from './issue-at.ts';
import { hostPattern, publicFilePattern } from './link-fields.ts';

const crop = optionalOneOf(
  cropNames,
  'The shape that the picture is cropped to: `square`, `portrait` (3:4), ' +
    '`landscape` (3:2), `wide` (16:9) or `panorama` (3:1).',
);
const focus = optionalOneOf(
  focusNames,
  'The part of the picture to keep when it is cropped (default: `center`).',
);

/** The settings of a picture that its block crops. */
export const focusSettings = { focus };

/** The settings of a picture that the author can crop. */
export const cropSettings = { crop, focus };

/** The setting for the width of a picture that has no text beside it. */
export const pictureSize = optionalOneOf(
  ['small', 'medium', 'full'],
  'The width of the picture: `small`, `medium` (as wide as the text) or `full` (as wide as the page, the default).',
);

export const iconName = name.meta({
  description: 'The name of an icon on https://lucide.dev/icons, or of a well-known site such as `github`.',
  examples: ['anchor'],
  refersTo: 'icon',
});

// The schema checks only the form of the path. `checkPublicPicture` reports missing files and other file types.
const createPictureField = (pattern: string) =>
  described(
    z
      .string()
      .normalize()
      .regex(new RegExp(pattern), 'must be a picture in `public/`, like `/logos/name.svg`')
      .refine((src) => !src.startsWith('https://') || URL.canParse(src), 'must be a valid web address'),
    'The picture: a file in `public/`, like `/pictures/team.jpg`.',
    '/pictures/name.svg',
  ).meta({ refersTo: 'picture' });

/** A picture file, by its path in `public/`. */
export const pictureFile = createPictureField(`^${publicFilePattern}$`);

const percentField = (min: number, max: number, measure: string, example: string) =>
  described(integerField(min, max).optional(), `${measure}, in per cent of the picture.`, example);

/** What phones show instead of the whole picture: a different file, or a part of the picture. */
export const onPhones = describedGroup(
  'Another picture (`src`) or a part of this picture for phones, so that small details stay readable.',
  {
    src: described(
      pictureFile.optional(),
      'The picture to show in windows narrower than 1200 pixels: a file in `public/`.',
      '/pictures/name-phone.svg',
    ),
    left: percentField(0, 95, 'The left edge of the part', '10'),
    top: percentField(0, 95, 'The top edge of the part', '20'),
    width: percentField(5, 100, 'The width of the part', '40'),
    height: percentField(5, 100, 'The height of the part', '50'),
  },
).optional();

export type OnPhones = NonNullable<z.output<typeof onPhones>>;

/** Checks that the settings name either a file for phones, or a part that lies within the picture. */
export function checkOnPhones(
  { onPhones: phonePicture }: { onPhones?: OnPhones | undefined },
  context: z.RefinementCtx,
  path: Path = [],
): void {
  if (!phonePicture) return;
  const report = (name: string, message: string) => issueAt(context, [...path, 'onPhones', name], message);
  const sides = ['left', 'top', 'width', 'height'] as const;
  const givenSides = sides.filter((name) => phonePicture[name] !== undefined);
  if (phonePicture.src === undefined && givenSides.length === 0)
    report(
      'src',
      '`src` is a file for phones; for a part of the picture, write `left`, `top`, `width` and `height`',
    );
  for (const name of sides) {
    if (phonePicture.src !== undefined && phonePicture[name] !== undefined)
      report(
        name,
        'cannot be combined with `src`, because a file for phones is shown whole; delete this line',
      );
    if (phonePicture.src === undefined && givenSides.length > 0 && phonePicture[name] === undefined)
      report(
        name,
        'to show part of the picture, set `left`, `top`, `width` and `height`; to show a different file on phones, set `src`',
      );
  }
  for (const [from, size, side] of [
    ['left', 'width', 'right'],
    ['top', 'height', 'lower'],
  ] as const) {
    const maxShare = 100 - (phonePicture[from] ?? 0);
    if ((phonePicture[size] ?? 0) > maxShare)
      report(
        size,
        `extends beyond the ${side} edge of the picture, so phones would show an empty area; ` +
          `write ${maxShare} or less, or reduce \`${from}\``,
      );
  }
}

/** A picture in `public/`, or on another site that `_site.yaml` allows. */
const pictureSource = createPictureField(`^(${publicFilePattern}|https:\\/\\/${hostPattern}\\/[^\\s"'<>]+)$`);

const pixelField = (measure: string) =>
  described(
    integerField(1, 20_000).optional(),
    `The ${measure} in pixels, only for a picture on another site.`,
    '1200',
  );

/** A picture. Pictures on other sites need a width and a height in pixels. */
export const pictureSettings = {
  src: pictureSource,
  width: pixelField('width'),
  height: pixelField('height'),
};

/**
 * Requires a size for external pictures, so that browsers reserve space for them. For files in `public/`, the build
 * reads the size from the file.
 */
export function checkPictureSize(
  { src, width, height }: { src: string; width?: number; height?: number },
  context: z.RefinementCtx,
): void {
  const isExternal = src.startsWith('https://');
  for (const [name, size] of Object.entries({ width, height })) {
    if (isExternal === (size !== undefined)) continue;
    const message = isExternal
      ? `a picture on another site needs its \`${name}\` in pixels, to reserve space for it`
      : 'is read from the file in `public/`; delete this line';
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** Creates the field for the text alternative of a picture. */
export const altTextField = (example: string) =>
  described(
    text,
    'The text alternative, which describes the picture to people who cannot see it.',
    example,
  ).meta({
    describes: 'picture',
  });

const describedPictureSettings = { ...pictureSettings, alt: altTextField('Six people on a pier') };

/** A picture that the author can crop. */
export const picture = describedGroup('A picture with a text alternative.', {
  ...describedPictureSettings,
  ...cropSettings,
}).superRefine(checkPictureSize);

/** A picture whose shape is determined by its block. */
export const framedPicture = describedGroup('A picture with a text alternative.', {
  ...describedPictureSettings,
  ...focusSettings,
}).superRefine(checkPictureSize);

/** A logo, which is never cropped. */
export const logo = describedGroup('A logo, with the name of its owner.', {
  ...pictureSettings,
  alt: altTextField('North Pier'),
}).superRefine(checkPictureSize);

/** A video file, by its path in `public/`. */
export const videoFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.([mM][pP]4|[wW][eE][bB][mM])$/, 'must be a video in `public/`, like `/videos/name.mp4`')
  .meta({
    description: 'The video: a file in `public/`, like `/videos/tour.mp4`.',
    refersTo: 'video',
  });

/** An audio file, by its path in `public/`. */
export const soundFile = z
  .string()
  .normalize()
  .regex(
    /^\/[^\\]+\.([mM][pP]3|[mM]4[aA]|[oO][gG]{2}|[oO][pP][uU][sS]|[wW][aA][vV])$/,
    'must be an audio file in `public/`, like `/sounds/name.mp3`',
  )
  .meta({
    description: 'The recording: a file in `public/`, like `/sounds/talk.mp3`.',
    refersTo: 'sound',
  });

/** A subtitle file, by its path in `public/`. */
export const subtitleFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[vV][tT][tT]$/, 'must be a subtitle file in `public/`, like `/videos/name.vtt`')
  .meta({
    description: 'The subtitles: a file in `public/`, like `/videos/tour.vtt`.',
    refersTo: 'subtitles',
  });
