import { z } from 'zod';

/** A video in `public/`, written as visitors address it. */
export const videoFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.([mM][pP]4|[wW][eE][bB][mM])$/, 'must be a video in `public/`, like `/videos/name.mp4`')
  .meta({
    description: 'The film: a file in `public/`, written from there on, like `/videos/tour.mp4`.',
    refersTo: 'video',
  });

/** Subtitles of a video in `public/`. */
export const subtitleFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[vV][tT][tT]$/, 'must be a file of subtitles in `public/`, like `/videos/name.vtt`')
  .meta({
    description: 'The subtitles: a file in `public/`, written from there on, like `/videos/tour.vtt`.',
    refersTo: 'subtitles',
  });
