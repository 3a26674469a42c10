import { memoize } from '../base/cache.ts';

const clockFormats = memoize(
  20,
  (zone) =>
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
function getUtcOffset(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    clockFormats(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / 60_000) * 60_000;
}

const dayMs = 86_400_000;

/**
 * Returns the instant of a local time like `2026-10-02 18:30`. The default time zone is UTC. If the time occurs twice
 * because clocks go back, returns the first instant. If clocks skip the time, uses the UTC offset before the change
 * (RFC 5545, 3.3.5).
 */
export function toInstant(moment: string, zone: string | undefined): Date {
  const localMs = Date.parse(`${moment.replace(' ', 'T')}${moment.length > 10 ? 'Z' : 'T00:00Z'}`);
  if (zone === undefined) return new Date(localMs);
  const first = localMs - getUtcOffset(localMs - dayMs, zone);
  const last = localMs - getUtcOffset(localMs + dayMs, zone);
  const isLocal = (instant: number) => instant + getUtcOffset(instant, zone) === localMs;
  return new Date(first !== last && isLocal(last) && !isLocal(first) ? last : first);
}

/** Returns the instant of a local time with an optional UTC offset, such as `2026-10-02 18:30+02:00`. */
export function parseLocalTime(moment: string, zone: string | undefined): Date {
  const [, day = '', time = '', offset] = /^(.{10})(?:[ T]([\d:]+))? ?(Z|[+-]\d\d:\d\d)?$/.exec(moment) ?? [];
  if (offset !== undefined) return new Date(`${day}T${time}${offset}`);
  return toInstant(time === '' ? `${day} 00:00` : `${day} ${time}`, zone);
}

/** Formats an instant as local time with its time zone, such as `2026-10-02 18:30 Europe/Berlin`. */
export function formatClock(instant: Date, zone = 'UTC'): string {
  const local = new Date(instant.getTime() + getUtcOffset(instant.getTime(), zone)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}

/** Matches the language tags of English in countries that use the 24-hour clock. */
const uses24HourClock = /^en-(?:GB|IE)\b/;

/** Formats a time of day like `18:30` in a language, such as `6:30PM` in US English. */
export function formatTime(time: string, language: string): string {
  const hour = Number(time.slice(0, 2));
  if (!/^en\b/.test(language) || uses24HourClock.test(language)) return time;
  return `${hour % 12 || 12}${time.slice(2).replace(':00', '')}${hour < 12 ? 'AM' : 'PM'}`;
}

/** Converts a day or a local time to ISO 8601, with the UTC offset if the time zone is known. */
export function toIsoMoment(moment: string, zone: string | undefined): string {
  if (moment.length === 10) return moment;
  const local = `${moment.replace(' ', 'T')}:00`;
  if (zone === undefined) return local;
  const instant = toInstant(moment, zone).getTime();
  const minutes = Math.round((Date.parse(`${local}Z`) - instant) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Returns the local day of an instant. The default time zone is UTC. */
export function toLocalDay(instant: Date, zone: string | undefined): string {
  const local = instant.getTime() + (zone === undefined ? 0 : getUtcOffset(instant.getTime(), zone));
  return new Date(local).toISOString().slice(0, 10);
}
