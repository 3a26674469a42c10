import { z } from 'zod';
import { described } from './described-fields.ts';
import { blockText, inlineText, typesetText } from './fields.ts';
import { issueAt } from './issue-at.ts';
import { soundFile } from './picture-fields.ts';

/** Returns a time in seconds, such as 750 for `12:30`. */
export const parseTimestamp = (time: string): number =>
  time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

const chapter = z.strictObject({
  begins: described(
    z
      .string()
      .regex(
        /^(\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/,
        'must be minutes and seconds like `12:30`, or `1:02:30` with hours',
      ),
    'The start of the chapter, in minutes and seconds.',
    '12:30',
  ),
  heading: described(typesetText, 'The title of the chapter.', 'The storm'),
});

const sound = z
  .strictObject({
    src: soundFile,
    heading: described(typesetText, 'The title of the recording.', 'A night at station nine').meta({
      isInnerHeading: true,
    }),
    text: described(inlineText.optional(), 'A sentence about the recording.', 'Recorded in *May*.'),
    chapters: z
      .array(chapter)
      .min(2)
      .optional()
      .describe('Chapters that visitors can jump to, in chronological order.'),
    transcript: described(
      blockText.optional(),
      'The transcript: start with `|`, then write the text on the lines below, indented.',
      'Good evening from station nine.',
    ),
  })
  .superRefine(({ chapters = [] }, context) => {
    for (const [index, { begins }] of chapters.entries()) {
      const previous = chapters[index - 1];
      if (previous && parseTimestamp(begins) <= parseTimestamp(previous.begins))
        issueAt(
          context,
          ['chapters', index, 'begins'],
          `must be later than the start of the previous chapter, ${previous.begins}`,
        );
    }
  });

/** Recordings with chapters and transcripts. */
export const sounds = z
  .array(sound)
  .min(1)
  .optional()
  .describe('Recordings, such as talks, each with a player.');
