import type { Channel } from '../../supabase/functions/send-contact-email/notification.ts';
import { type Outbox, sendDueNotifications } from '../../supabase/functions/send-contact-email/outbox.ts';

/** The interval between regular checks of the outbox, in milliseconds. */
const checkIntervalMs = 5000;

/** Sends the notifications of an outbox while its store is open. Without a channel, no notifications are sent. */
export function startNotifier(outbox: Outbox, channel: Channel | undefined, shouldContinue = () => true) {
  let isOpen = true;
  let currentRun: Promise<void> | undefined;
  let shouldCheckAgain = false;

  /** Sends the notifications that are due. If a run is in progress, starts another one after it. */
  function checkOutbox(): void {
    if (!channel || !isOpen) return;
    shouldCheckAgain = currentRun !== undefined;
    currentRun ??= sendDueNotifications(outbox, channel, () => isOpen && shouldContinue())
      .then(
        () => {},
        (problem: unknown) => console.error(problem),
      )
      .finally(() => {
        currentRun = undefined;
        if (shouldCheckAgain) checkOutbox();
      });
  }
  const timer = setInterval(checkOutbox, checkIntervalMs).unref();

  return {
    check: checkOutbox,
    /** Resolves when the current notification is recorded as sent, so that it is not sent again. */
    async close(): Promise<void> {
      isOpen = false;
      clearInterval(timer);
      await currentRun;
    },
  };
}
