import { momentAt } from '../base/zoned-time.ts';
import type { PublicTime } from '../fields/public-time.ts';
import type { PageFacts } from './facts.ts';

/** Why visitors cannot open a page: it is not public yet, or no longer, since that instant. */
export interface Hidden {
  state: 'soon' | 'over';
  at: Date;
}

/** Which pages are public at a moment, in the zone of their site. */
export class HiddenPages {
  readonly now: Date;
  readonly zone: string | undefined;
  /** The pages that are not, by their addresses; a draft is none of them. */
  readonly all: ReadonlyMap<string, Hidden>;
  readonly #times: ReadonlyMap<string, PublicTime>;

  constructor(pages: Iterable<PageFacts>, zone: string | undefined, now: Date) {
    [this.now, this.zone] = [now, zone];
    const times = new Map<string, PublicTime>();
    for (const { place } of pages) if (place.time && !place.draft) times.set(place.address, place.time);
    this.#times = times;
    const found = [...times.keys()].map((address) => [address, this.at(address, now)] as const);
    this.all = new Map(found.flatMap(([address, hidden]) => (hidden ? [[address, hidden]] : [])));
  }

  /** Whether any page is public for a time only. */
  get areTimed(): boolean {
    return this.#times.size > 0;
  }

  /** Whether a page is hidden at an instant. */
  at(address: string, instant: Date): Hidden | undefined {
    const { publish, expire } = this.#times.get(address) ?? {};
    const [begin, end] = [publish, expire].map((one) => one && momentAt(one, this.zone));
    if (begin && instant < begin) return { state: 'soon', at: begin };
    return end && instant >= end ? { state: 'over', at: end } : undefined;
  }
}
