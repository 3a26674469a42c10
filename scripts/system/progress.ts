import type { Output } from './command.ts';

/** The minimum duration of tasks that show progress, in milliseconds. */
const minDurationMs = 1000;
const barIntervalMs = 100;
const lineIntervalMs = 5000;
const barWidth = 24;

/**
 * Shows the progress of a build: a bar on a terminal, otherwise occasional lines. Short tasks and `--silent` show no
 * progress. Times are in milliseconds.
 */
export class Progress {
  readonly #stream: Output;
  readonly #isSilent: boolean;
  readonly #now: () => number;
  #total = 0;
  #done = 0;
  #start = 0;
  #shown = 0;
  #hasBar = false;

  constructor(stream: Output, env: NodeJS.ProcessEnv, now = () => performance.now()) {
    this.#stream = stream;
    this.#isSilent = env['npm_config_loglevel'] === 'silent';
    this.#now = now;
  }

  begin(total: number): void {
    [this.#total, this.#done, this.#start] = [total, 0, this.#now()];
    this.#shown = this.#start;
  }

  done(count: number): void {
    this.#done += count;
    const [now, isTerminal] = [this.#now(), this.#stream.isTTY];
    if (this.#isSilent || now - this.#start < minDurationMs || this.#done >= this.#total) return;
    if (now - this.#shown < (isTerminal ? barIntervalMs : lineIntervalMs)) return;
    this.#shown = now;
    const line = this.#line(now - this.#start);
    if (!isTerminal) return void this.#stream.write(`${line}\n`);
    const filled = Math.floor((this.#done / this.#total) * barWidth);
    this.#stream.write(`\r[${'#'.repeat(filled).padEnd(barWidth, '.')}] ${line}\u001B[K`);
    this.#hasBar = true;
  }

  end(): void {
    if (this.#hasBar) this.#stream.write('\r\u001B[K');
    this.#hasBar = false;
  }

  #line(elapsedMs: number): string {
    const perSecond = (this.#done / elapsedMs) * 1000;
    const secondsLeft = Math.ceil((this.#total - this.#done) / perSecond);
    const rate = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
    return `${this.#done} of ${this.#total} pages and share images, ${rate} a second, ${secondsLeft} s left`;
  }
}
