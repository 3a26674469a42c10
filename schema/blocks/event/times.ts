import type { Path } from '../../base/data.ts';
import type { EventTime } from '../block-definition.ts';

interface When extends Partial<EventTime> {
  dates?: readonly EventTime[] | undefined;
}

/** Returns the times of an event, each with its path in the block. */
export function eventTimes({ begins, ends, seats, dates, zone }: When): [time: EventTime, path: Path][] {
  if (dates) return dates.map((date, at) => [{ ...date, zone }, ['when', 'dates', at]]);
  return begins === undefined ? [] : [[{ begins, ends, seats, zone }, ['when']]];
}
