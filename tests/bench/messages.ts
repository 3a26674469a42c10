import { median } from './median.ts';
import { type Pace, senders } from './message-pace.ts';
import type { Served } from './message-server.ts';
import { type MeasuredStore, measuredStores } from './message-stores.ts';

/**
 * Measures how many messages the server takes from visitors who write at the same time, against bare inserts
 * of the same text by as many at once through the same driver, each of which waits for the disk as well.
 */
export async function benchMessages(count = 4000, rounds = 3): Promise<string> {
  const stores = await measuredStores();
  const warming = `after ${Math.ceil(count / 2)} to warm up`;
  const how = `${warming}, from ${senders} visitors, Node ${process.versions.node}`;
  const parts = [`messages: ${count} in each of ${rounds} rounds, ${how}\n`];
  try {
    for (const store of stores) parts.push(await measured(store, count, rounds));
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
  return parts.join('');
}

async function measured(store: MeasuredStore, count: number, rounds: number): Promise<string> {
  const [bare, kept, served]: [Pace[], Pace[], Served[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(await store.bare(count));
    kept.push(await store.kept(count));
    served.push(await store.served(count));
  }
  const rateOf = (paces: readonly Pace[]) => median(paces.map(({ rate }) => rate));
  const line = (what: string, paces: readonly Pace[]) => {
    const rate = rateOf(paces).toFixed(0).padStart(6);
    // What else the machine does changes from round to round.
    const ratio = median(paces.map((pace, round) => pace.rate / (bare[round]?.rate ?? NaN))).toFixed(2);
    const processor = median(paces.map((pace) => pace.processor)).toFixed(0);
    const cost = `${processor.padStart(4)} µs of processor time`;
    return `  ${what.padEnd(34)} ${rate} in a second, ${ratio} ×, ${cost}\n`;
  };
  const latencies = served.flatMap((one) => one.latencies).toSorted((a, b) => a - b);
  const at = (part: number) => (latencies[Math.floor((latencies.length - 1) * part)] ?? NaN).toFixed(1);
  const first = served.map((one) => Math.round(one.first)).join(', ');
  return [
    `${store.name}\n`,
    line('bare inserts, each on the disk', bare),
    line('kept by the store for the server', kept),
    line('sent over HTTP and answered', served),
    `  an answer took ${at(0.5)} ms (median), ${at(0.99)} ms (99 of 100)\n`,
    `  the first on a new folder was answered ${first} ms after the server said its address\n`,
  ].join('');
}
