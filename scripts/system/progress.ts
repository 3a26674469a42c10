import type { Output } from './command.ts';

/** Shorter tasks show no progress, in milliseconds. */
const minDuration = 1000;
const barInterval = 100;
const lineInterval = 5000;
const barWidth = 24;

/**
 * Shows progress: a bar on a terminal, otherwise occasional lines. Silent for short tasks and with
 * `--silent`. Times are in milliseconds.
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

  done(more: number): void {
    this.#done += more;
    const [now, isTerminal] = [this.#now(), this.#stream.isTTY];
    if (this.#isSilent || now - this.#start < minDuration || this.#done >= this.#total) return;
    if (now - this.#shown < (isTerminal ? barInterval : lineInterval)) return;
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

  #line(spent: number): string {
    const perSecond = (this.#done / spent) * 1000;
    const left = Math.ceil((this.#total - this.#done) / perSecond);
    const rate = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
    return `${this.#done} of ${this.#total} pages and share images, ${rate} a second, ${left} s left`;
  }
}
