import { z } from 'zod';
import { described } from './described-fields.ts';
import { blockText, inlineText, typesetText } from './fields.ts';
import { issueAt } from './issue-at.ts';
import { soundFile } from './picture-fields.ts';

/** Seconds from the beginning: `750` for `12:30`. */
export const secondsOf = (time: string): number =>
  time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

const chapter = z.strictObject({
  begins: described(
    z
      .string()
      .regex(
        /^(\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/,
        'must be minutes and seconds like `12:30`, or `1:02:30` with hours',
      ),
    'When the chapter begins, in minutes and seconds.',
    '12:30',
  ),
  heading: described(typesetText, 'What the chapter is about.', 'The storm'),
});

const sound = z
  .strictObject({
    src: soundFile,
    heading: described(typesetText, 'What can be heard.', 'A night at station nine').meta({
      isInnerHeading: true,
    }),
    text: described(inlineText.optional(), 'A sentence on it.', 'Recorded in *May*.'),
    chapters: z
      .array(chapter)
      .min(2)
      .optional()
      .describe('The list of chapters in the order of their times; visitors press a time to go there.'),
    transcript: described(
      blockText.optional(),
      'The transcript of the sound: begin with `|` and write below, indented.',
      'Good evening from station nine.',
    ),
  })
  .superRefine(({ chapters = [] }, context) => {
    for (const [at, { begins }] of chapters.entries()) {
      const before = chapters[at - 1];
      if (before && secondsOf(begins) <= secondsOf(before.begins))
        issueAt(
          context,
          ['chapters', at, 'begins'],
          `must be later than that of the chapter before, ${before.begins}`,
        );
    }
  });

/** Sounds with chapters. */
export const sounds = z
  .array(sound)
  .min(1)
  .optional()
  .describe('The list of sounds, such as talks, each with a player.');
