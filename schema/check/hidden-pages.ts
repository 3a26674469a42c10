import { dayAt, momentAt } from '../base/zoned-time.ts';
import type { PublicTime } from '../fields/public-time.ts';
import type { PageFacts } from './facts.ts';
import type { ListedPages } from './listed-pages.ts';

/**
 * Why visitors cannot open a page: it is not public yet, or no longer, since that instant; or a list has too
 * little to show for a further page.
 */
export type Hidden = { state: 'soon' | 'over'; at: Date } | { state: 'not-made' };

/** Which pages are public at a moment, in the zone of their site. */
export class HiddenPages {
  readonly now: Date;
  readonly zone: string | undefined;
  /** The pages that are not, by their addresses; a draft is none of them. */
  readonly all: ReadonlyMap<string, Hidden>;
  readonly #times: ReadonlyMap<string, PublicTime>;
  readonly #lists: ListedPages;
  #made: { at: Date; pages: ReadonlySet<string> } | undefined;

  constructor(pages: Iterable<PageFacts>, lists: ListedPages, zone: string | undefined, now: Date) {
    [this.now, this.zone, this.#lists] = [now, zone, lists];
    const times = new Map<string, PublicTime>();
    for (const { place } of pages) if (place.time && !place.draft) times.set(place.address, place.time);
    this.#times = times;
    const candidates = this.areTimed ? [...times.keys(), ...lists.made.keys()] : [];
    const found = candidates.map((address) => [address, this.at(address, now)] as const);
    this.all = new Map(found.flatMap(([address, hidden]) => (hidden ? [[address, hidden]] : [])));
  }

  /** Today, in the zone of the site. */
  get day(): string {
    return dayAt(this.now, this.zone);
  }

  /** Whether any page is there for a time only. */
  get areTimed(): boolean {
    return this.#times.size > 0 || this.#lists.dependOnDay;
  }

  /** Whether a page is hidden at an instant. */
  at(address: string, instant: Date): Hidden | undefined {
    if (this.#lists.made.has(address) && !this.#madeAt(instant).has(address)) return { state: 'not-made' };
    return this.#timedAt(address, instant);
  }

  #timedAt(address: string, instant: Date): Hidden | undefined {
    const { publish, expire } = this.#times.get(address) ?? {};
    const [begin, end] = [publish, expire].map((one) => one && momentAt(one, this.zone));
    if (begin && instant < begin) return { state: 'soon', at: begin };
    return end && instant >= end ? { state: 'over', at: end } : undefined;
  }

  #madeAt(instant: Date): ReadonlySet<string> {
    if (this.#made?.at !== instant) {
      const hidden = [...this.#times.keys()].filter((address) => this.#timedAt(address, instant));
      this.#made = { at: instant, pages: this.#lists.madeOn(dayAt(instant, this.zone), new Set(hidden)) };
    }
    return this.#made.pages;
  }
}
