import type { Channel } from '../../supabase/functions/send-contact-email/notice.ts';
import { type Outbox, tellDue } from '../../supabase/functions/send-contact-email/tell.ts';

/** How often what could not be told is looked for, in milliseconds. */
const betweenLooks = 5000;

/** Tells of what is due, as long as a store is open. */
export interface Teller {
  /** Something may be due now. */
  look(): void;
  /** Resolves once what is being told now is noted, so that it is not told twice. */
  close(): Promise<void>;
}

/** Without a channel nobody is told. */
export function openTeller(outbox: Outbox, channel: Channel | undefined, goesOn = () => true): Teller {
  let isOpen = true;
  let telling: Promise<void> | undefined;
  /** Something came while the last of what was due before was told. */
  let isMore = false;

  function look(): void {
    if (!channel || !isOpen) return;
    isMore = telling !== undefined;
    telling ??= tellDue(outbox, channel, () => isOpen && goesOn())
      .then(
        () => {},
        (problem: unknown) => console.error(problem),
      )
      .finally(() => {
        telling = undefined;
        if (isMore) look();
      });
  }
  const timer = setInterval(look, betweenLooks).unref();

  return {
    look,
    async close() {
      isOpen = false;
      clearInterval(timer);
      await telling;
    },
  };
}
