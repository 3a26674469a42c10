import type { Call } from '../../supabase/functions/send-contact-email/rest.ts';

/** How long the database may be silent, in milliseconds. */
const usualPatience = 5000;

/** Functions of a PostgreSQL database, called through its driver. */
export interface SqlCalls {
  call: Call;
  close(): Promise<void>;
}

/** Lists of numbers as PostgreSQL writes them; those of objects are JSON. */
const written = (value: unknown): unknown =>
  Array.isArray(value) && typeof value[0] !== 'object' ? `{${value.join(',')}}` : value;

/** Whether the database itself says what is wrong with a call, and takes others. */
export const isRefusal = (problem: unknown): boolean =>
  problem instanceof Error && 'severity' in problem && problem.severity === 'ERROR';

/** Connects with the first call, and anew where the database has not answered in time. */
export function callsBySql(url: string, patience = usualPatience): SqlCalls {
  type Driver = Awaited<ReturnType<typeof connect>>;
  let connected: Promise<Driver> | undefined;

  async function connect() {
    const { default: postgres } = await import('postgres');
    return postgres(url, {
      max: 4,
      // What it asks for by itself fails unheard where the database goes away meanwhile.
      fetch_types: false,
      connect_timeout: Math.min(patience, usualPatience) / 1000,
      backoff: () => 0.1,
      onnotice() {},
    });
  }

  async function close(): Promise<void> {
    const closing = connected;
    connected = undefined;
    await (await closing)?.end({ timeout: 0 });
  }

  return {
    async call(name, given) {
      const driver = await (connected ??= connect());
      const names = Object.keys(given).map((one, index) => `${one} => $${index + 1}`);
      // The names are those of this project's own functions; the driver takes whatever they take.
      const query = driver.unsafe(
        `select ${name}(${names.join(', ')}) as result`,
        Object.values(given).map(written) as never[],
        // Prepared once for each connection, a call crosses to the database once instead of twice.
        { prepare: true },
      );
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, fail) => {
        timer = setTimeout(() => {
          fail(new Error(`The database did not answer within ${patience / 1000} s.`));
          // Whatever waits behind this waits in vain.
          close().catch(() => {});
        }, patience);
      });
      query.catch(() => {});
      const [row] = await Promise.race([query, late]).finally(() => clearTimeout(timer));
      return row?.['result'];
    },
    close,
  };
}
