const day = 24 * 3_600_000;

/** Says something once a day, however often it happens. */
export function onceADay(say: (text: string) => void, now = Date.now): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < day) return;
    last = now();
    say(text);
  };
}
