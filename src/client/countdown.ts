const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/**
 * Returns a duration as text: in days if it is at least two days, in hours if it is at least two hours, otherwise in
 * minutes.
 */
export function formatCountdown(durationMs: number, language: string): string {
  const [unit, length] =
    durationMs >= 2 * day
      ? (['day', day] as const)
      : durationMs >= 2 * hour
        ? (['hour', hour] as const)
        : (['minute', minute] as const);
  const count = unit === 'minute' ? Math.ceil(durationMs / length) : Math.floor(durationMs / length);
  return new Intl.RelativeTimeFormat(language).format(count, unit);
}

/** Fills in the countdowns on the page, and updates them. Returns a function that stops the updates. */
export function startCountdowns(): () => void {
  const update = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-countdown]')) {
      const remainingMs = Date.parse(element.dataset['countdown'] ?? '') - Date.now();
      element.textContent =
        remainingMs > 0 ? formatCountdown(remainingMs, document.documentElement.lang) : '';
    }
  };
  update();
  const timer = setInterval(update, 10_000);
  return () => clearInterval(timer);
}
