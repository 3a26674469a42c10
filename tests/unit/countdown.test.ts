import { expect, onTestFinished, test, vi } from 'vitest';
import { startCountdowns } from '../../src/client/countdown.ts';

// tests/golden/values tests the text that countdowns show.

test('a countdown is empty as soon as its date and time have passed', () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-01T12:00:00Z') });
  const element = { dataset: { countdown: '2026-06-01T12:00:15Z' }, textContent: '' };
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, querySelectorAll: () => [element] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const stop = startCountdowns();
  expect(element.textContent).toBe('in 1 minute');
  vi.advanceTimersByTime(20_000);
  expect(element.textContent).toBe('');
  stop();
});
