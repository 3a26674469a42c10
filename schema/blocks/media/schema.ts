import { z } from 'zod';
import { described, describedGroup, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock, type ForeignBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, textWithDefault, inlineText } from '../../fields/fields.ts';
import { fileExtensions } from '../../fields/file-types.ts';
import { sounds } from '../../fields/sound-fields.ts';
import {
  pictureSettings,
  checkOnPhones,
  checkPictureSize,
  cropSettings,
  onPhones,
  pictureSize,
  altTextField,
  subtitleFile,
  videoFile,
} from '../../fields/picture-fields.ts';

const schema = blockSchema('media', {
  ...sectionSettings,
  layout: oneOf(
    ['wide', 'beside', 'grid', 'portraits'],
    'The layout of the pictures: as wide as the page (`wide`), `beside` the heading, several in a `grid`, ' +
      'or `portraits` beside their text.',
  ),
  items: z
    .array(
      z
        .strictObject({
          ...pictureSettings,
          src: pictureSettings.src.describe(
            'The picture, or the preview picture of the video: a file in `public/`, like `/pictures/team.jpg`.',
          ),
          alt: altTextField('Six people on a pier'),
          video: describedGroup('The video, with its subtitles.', {
            src: videoFile,
            subtitles: subtitleFile,
          }).optional(),
          heading: described(typesetText.optional(), 'The heading of the caption.', 'High water').meta({
            isInnerHeading: true,
          }),
          text: described(
            inlineText.optional(),
            'The caption of the picture.',
            'Six metres above the chart.',
          ).meta({
            label: 'Caption',
          }),
          ...cropSettings,
          onPhones,
          size: pictureSize,
        })
        .superRefine(checkPictureSize),
    )
    .default([])
    .describe('Pictures and videos.')
    .meta({ item: 'picture' }),
  sounds,
  chapters: textWithDefault('chapters'),
  transcript: textWithDefault('transcript'),
})
  .superRefine(({ layout, items, sounds }, context) => {
    const { addIssue } = context;
    if (items.length === 0 && !sounds) {
      const message = '`items` is the list of pictures and videos; for recordings, write `sounds`';
      addIssue({ code: 'custom', path: ['items'], message });
    }
    for (const [index, item] of items.entries()) {
      const { size, crop, video, onPhones } = item;
      const path = ['items', index];
      if (size !== undefined && size !== 'full' && layout !== 'wide') {
        const message = 'is only for the layout `wide`, which shows one picture at a time; delete this line';
        addIssue({ code: 'custom', path: [...path, 'size'], message });
      }
      if (crop !== undefined && video) {
        const message = 'is only for pictures, because videos are not cropped; delete this line';
        addIssue({ code: 'custom', path: [...path, 'crop'], message });
      }
      checkOnPhones(item, context, path);
      if (onPhones !== undefined && (video || layout === 'portraits')) {
        const message = video
          ? 'is only for pictures, because videos are not cropped; delete this line'
          : 'has no effect in the layout `portraits`, whose pictures are small on all screens; delete this line';
        addIssue({ code: 'custom', path: [...path, 'onPhones'], message });
      }
    }
  })
  .describe(
    'Pictures, videos and recordings; until a video is ready, you can show its preview picture with a caption.',
  );

const soundSettings: Readonly<Record<string, 'heading' | 'text'>> = {
  heading: 'heading',
  title: 'heading',
  headline: 'heading',
  name: 'heading',
  text: 'text',
  caption: 'text',
  description: 'text',
};

/** Converts an audio block from another system, such as `{ type: audio, src: /talk.mp3, title: The talk }`. */
function readSound(block: Record<string, unknown>): ForeignBlock | undefined {
  const sound: Partial<Record<'src' | 'heading' | 'text', string>> = {};
  for (const [key, value] of Object.entries(block)) {
    if (key === 'type') continue;
    if (typeof value !== 'string') return undefined;
    const isSound = fileExtensions.sound.test(value) && value.startsWith('/');
    const name = isSound ? 'src' : Object.hasOwn(soundSettings, key) ? soundSettings[key] : undefined;
    if (name === undefined || Object.hasOwn(sound, name)) return undefined;
    sound[name] = value;
  }
  const { src, heading, text } = sound;
  if (src === undefined) return undefined;
  const recording = { src, heading, ...(text !== undefined && { text }) };
  return {
    label: 'a `media` block plays recordings',
    example: `sounds: [{ src: ${src}, heading: … }]`,
    ...(heading !== undefined && { settings: { sounds: [recording] } }),
  };
}

export const media = defineBlock({
  schema,
  readForeign: readSound,
  label: 'Pictures and videos',
  purpose: 'Text and media',
  otherNames:
    'audio sound sounds podcast-episode image picture photo figure images video film videos img image-block video-block',
});
