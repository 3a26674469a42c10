import type { Path } from '../../base/data.ts';
import type { EventTime } from '../block-definition.ts';

interface EventDates extends Partial<EventTime> {
  dates?: readonly EventTime[] | undefined;
}

/** Returns all times of an event, each with the path of its settings in the block. */
export function listEventTimes({
  begins,
  ends,
  seats,
  dates,
  zone,
}: EventDates): [time: EventTime, path: Path][] {
  if (dates) return dates.map((date, index) => [{ ...date, zone }, ['when', 'dates', index]]);
  return begins === undefined ? [] : [[{ begins, ends, seats, zone }, ['when']]];
}
