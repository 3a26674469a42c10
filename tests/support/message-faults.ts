import { existsSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';
import { dice } from '../engine/checker/mutants.ts';
import { startSmtp } from './mail-servers.ts';
import { fileOf, sendMany } from './message-senders.ts';
import { childrenOf } from './process-children.ts';
import { type PreviewServer, type SiteFolder, startPreview } from './preview-server.ts';

/** What a test knows of a store, past the server. */
export interface Inside {
  env: NodeJS.ProcessEnv;
  names(): Promise<string[]>;
  /** Those of messages with a file, each with all of the file in hexadecimal numbers after a blank. */
  files(): Promise<string[]>;
  /** The keys of what is still to be told. */
  untold(): Promise<string[]>;
  /** How much of it is due now. */
  due(): Promise<number>;
  /** Lets all waiting be over, as in six hours. */
  pass(): Promise<unknown>;
}

const conducts = ['refuse', 'close', 'take and close', 'take slowly'] as const;
/** For so many mails it does not do what it should. */
const attemptsPerConduct = 5;

/** What came of it. */
export interface Outcome {
  faults: number;
  acknowledged: number;
  missing: number;
  storedTwice: number;
  /** How many have come with a file, and how many of these are not as they were, or twice there. */
  files: number;
  otherFiles: number;
  deliveredTwice: number;
  /** Of them, those with no reason. */
  withoutReason: number;
  /** Mails to which the mail server said nothing. */
  unanswered: number;
  /** Mails between whose answer and the note of it everything was killed. */
  killedInBetween: number;
  neverDelivered: number;
  sentAgain: number;
  longestAnswer: number;
  longestStop: number;
}

interface Plan {
  /** How many messages are sent. */
  count: number;
  /** A fault comes each time that so many more are acknowledged. */
  between: number;
  inside: Inside;
  /** Faults of the store. */
  harm: Record<string, () => Promise<unknown>>;
}

const MAIL_TO = 'desk@harbour.example';
const limits = { MESSAGES_PER_ADDRESS: '0', MESSAGES_PER_HOUR: '0', MESSAGES_PER_DAY: '0' };

/** Sends messages to a server while one thing after the other fails; then all is well again for a while. */
export async function sendThroughFaults(
  site: SiteFolder,
  { count, between, inside, harm }: Plan,
): Promise<Outcome> {
  const mail = await startSmtp();
  onTestFinished(() => mail.close());
  const env = { ...limits, ...inside.env, SMTP_URL: mail.url, MAIL_TO };
  let server: PreviewServer = await startPreview(site, env);
  onTestFinished(() => server.kill());
  const port = Number(new URL(server.address).port);
  const address = server.address;
  const roll = dice(11);
  const taken = () => Map.groupBy(mail.mails, ({ key }) => key);
  /** The keys of mails that were answered when nobody was there any more to note it. */
  const unnoted: string[] = [];
  const times = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length;

  async function noteUnnoted(): Promise<void> {
    await mail.settled();
    const mails = taken();
    for (const key of await inside.untold()) {
      const answered = (mails.get(key)?.length ?? 0) - times(mail.unanswered, key);
      for (let more = answered - times(unnoted, key); more > 0; more--) unnoted.push(key);
    }
  }

  const sending = sendMany(() => address, count);
  const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 120_000, interval: 5 });
  const faults: Record<string, () => Promise<void>> = {
    ...harm,
    async 'the server killed'() {
      await server.kill();
      await noteUnnoted();
      await inside.pass();
      server = await startPreview(site, env, port);
    },
    async 'its store killed'() {
      const stores = childrenOf(server.process.pid);
      for (const id of stores) process.kill(id, 'SIGKILL');
      await until(() => stores.every((id) => !existsSync(`/proc/${id}/cmdline`)));
      await noteUnnoted();
    },
    async 'the mail server down'() {
      await mail.setDown(true);
      await until(() => sending.acknowledged.length >= sending.allowed);
      await mail.setDown(false);
    },
    ...Object.fromEntries(
      conducts.map((conduct) => [
        `mails: ${conduct}`,
        async () => {
          mail.conduct = () => (roll(3) === 0 ? conduct : 'take');
          const goal = mail.attempts + attemptsPerConduct;
          await until(() => mail.attempts >= goal);
        },
      ]),
    ),
  };
  const names = Object.keys(faults);
  let [faultCount, longestStop] = [0, 0];
  while (sending.allowed < count) {
    sending.allowed = Math.min(count, sending.allowed + between);
    // Each once, then as it comes; and meanwhile messages are sent.
    const name = names[faultCount < names.length ? faultCount : roll(names.length)] ?? '';
    await faults[name]?.();
    faultCount++;
    await until(() => sending.acknowledged.length >= sending.allowed);
  }
  await sending.done;

  /** Asks the server to end, and starts it again when all waiting is over. */
  async function startAnew(): Promise<void> {
    const start = performance.now();
    await server.stop();
    longestStop = Math.max(longestStop, performance.now() - start);
    await noteUnnoted();
    await inside.pass();
    server = await startPreview(site, env, port);
  }
  const untilDone = (isOver: () => Promise<boolean>) =>
    vi.waitUntil(isOver, { timeout: 600_000, interval: 50 });

  // The mail server fails for a while, then all is well again.
  mail.conduct = () => (roll(12) === 0 ? (conducts[roll(conducts.length)] ?? 'take') : 'take');
  await startAnew();
  await untilDone(async () => (await inside.due()) === 0);
  mail.conduct = () => 'take';
  await startAnew();
  await untilDone(async () => (await inside.untold()).length === 0);
  await server.stop();

  const stored = await inside.names();
  const all = new Set(stored);
  const sent = Array.from({ length: count }, (_, index) => [index, fileOf(index)] as const);
  const files = sent.flatMap(([index, file]) => (file ? [`message ${index} ${file.toString('hex')}`] : []));
  const storedFiles = Map.groupBy(await inside.files(), (one) => one.toLowerCase());
  const mails = taken();
  return {
    faults: faultCount,
    acknowledged: sending.acknowledged.length,
    missing: sending.acknowledged.filter((name) => !all.has(name)).length,
    storedTwice: stored.length - all.size,
    files: files.length,
    otherFiles:
      files.filter((one) => storedFiles.get(one)?.length !== 1).length +
      Math.max(0, storedFiles.size - files.length),
    deliveredTwice: mail.mails.length - mails.size,
    withoutReason: [...mails].reduce((sum, [key, { length }]) => {
      return sum + Math.max(0, length - 1 - times(mail.unanswered, key) - times(unnoted, key));
    }, 0),
    unanswered: mail.unanswered.length,
    killedInBetween: unnoted.length,
    neverDelivered: stored.length - mails.size,
    sentAgain: sending.refusals,
    longestAnswer: Math.round(sending.longest),
    longestStop: Math.round(longestStop),
  };
}
