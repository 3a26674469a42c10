import type { z } from 'zod';
import { momentAt } from '../base/zoned-time.ts';
import { described } from './fields.ts';
import { publicMoment } from './times.ts';

/** From when and until when visitors can open a page. */
export const publicTime = {
  publish: described(
    publicMoment.optional(),
    'When visitors can open the page: a day, or a day with a time, in the zone of the site.',
    '2026-12-01',
  ),
  expire: described(
    publicMoment.optional(),
    'When visitors can open it no longer; a day ends it with the midnight that this day begins with.',
    '2027-01-15 18:00',
  ),
};

export interface PublicTime {
  publish?: string | undefined;
  expire?: string | undefined;
}

/** A page must be public for some time. */
export function timeIsSome({ publish, expire }: PublicTime, { addIssue }: z.RefinementCtx): void {
  if (publish === undefined || expire === undefined) return;
  if (momentAt(expire, undefined) <= momentAt(publish, undefined))
    addIssue({ code: 'custom', path: ['expire'], message: 'must be after `publish`' });
}
