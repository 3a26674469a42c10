import { z } from 'zod';
import { described } from './described-fields.ts';
import { isDay } from './form-rules.ts';
import { parseLocalTime } from './time-zones.ts';

export const dayField = z.string().refine(isDay, 'must be a day like `2026-10-02`').meta({ date: 'day' });

/** Returns whether a string is a day with an optional time. */
export const isMoment = (value: string): boolean =>
  isDay(value.slice(0, 10)) && /^.{10}( ([01]\d|2[0-3]):[0-5]\d)?$/.test(value);

/** A day with an optional time. */
export const momentField = z
  .string()
  .refine(isMoment, 'must be a day with a time, like `2026-10-02 18:30`, or only a day')
  .meta({ date: 'moment' });

const isPublicMoment = (value: string): boolean =>
  isDay(value.slice(0, 10)) &&
  /^.{10}([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?( ?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?)?$/.test(value);
const publicMomentRule = 'must be a day like `2026-12-01`, or a day with a time, like `2026-12-01 09:00`';

/** A day with an optional time and UTC offset. The default time is midnight, in the site's time zone. */
export const publicMoment = z.string().refine(isPublicMoment, publicMomentRule).meta({ date: 'moment' });

/** The value of `expire` that keeps a page public after its event. */
const neverExpires = 'never';

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from `00:00` to `23:59`, like `09:30`')
  .meta({ date: 'time' });

function isTimeZone(value: string): boolean {
  try {
    const { timeZone: resolved } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions();
    return resolved !== '' && /^[A-Z]\w+\//.test(value);
  } catch {
    return false;
  }
}

/** An IANA time zone with a region, such as `Europe/London`. Abbreviations such as `EST` are rejected. */
export const timeZone = described(
  z.string().refine(isTimeZone, 'must be a time zone like `Europe/London`'),
  'The time zone of these times, so that calendars in other time zones show the right time.',
  'Europe/London',
);

/** The period in which visitors can open a page. */
export const publicTimeSettings = {
  publish: described(
    publicMoment.optional(),
    'When visitors can first open the page: a day, or a day with a time, in the time zone of the site.',
    '2026-12-01',
  ),
  expire: described(
    z
      .string()
      .refine((value) => value === neverExpires || isPublicMoment(value), publicMomentRule)
      .meta({ date: 'moment' })
      .optional(),
    'When visitors can no longer open the page: a day, which means midnight at its start, or a day with a time; ' +
      '`never` keeps the page of a past event.',
    '2027-01-15 18:00',
  ),
};

export interface PublicTime {
  publish?: string | undefined;
  expire?: string | undefined;
}

/** Returns the dates `publish` and `expire`. If `expire` is `never`, it becomes `undefined`. */
export const resolvePublicTime = ({ publish, expire }: PublicTime): PublicTime => ({
  publish,
  expire: expire === neverExpires ? undefined : expire,
});

/** Checks that `expire` is after `publish`. */
export function checkPublicTime(page: PublicTime, { addIssue }: z.RefinementCtx): void {
  const { publish, expire } = resolvePublicTime(page);
  if (publish === undefined || expire === undefined) return;
  if (parseLocalTime(expire, undefined) <= parseLocalTime(publish, undefined))
    addIssue({ code: 'custom', path: ['expire'], message: 'must be after `publish`' });
}
