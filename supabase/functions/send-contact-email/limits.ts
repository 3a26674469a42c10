import type { Budget } from './message.ts';

/** The limits set by the operator. 0 means no limit. */
export interface Limits {
  /** The maximum number of messages from a client per hour. */
  perAddress: number;
  /** The maximum number of messages from all clients per hour. */
  perHour: number;
  /** The maximum number of messages from all clients per day. */
  perDay: number;
}

/** The default limits: far more messages than people write, and far fewer than programs send. */
const defaultLimits = { MESSAGES_PER_ADDRESS: 20, MESSAGES_PER_HOUR: 300, MESSAGES_PER_DAY: 1000 };

/** The largest possible limit, which is the largest `int` of PostgreSQL. */
const maxLimit = 2 ** 31 - 1;

/** Reads the limits from environment variables. Throws `createError(message)` if a value is invalid. */
export function readLimits(
  variable: (name: string) => string | undefined,
  createError: (message: string) => Error = (message) => new Error(message),
): Limits {
  const readLimit = (name: keyof typeof defaultLimits): number => {
    const value = variable(name);
    if (value === undefined || value === '') return defaultLimits[name];
    if (!/^\d+$/.test(value)) throw createError(`${name} must be a whole number, not \`${value}\`.`);
    return Math.min(Number(value), maxLimit);
  };
  return {
    perAddress: readLimit('MESSAGES_PER_ADDRESS'),
    perHour: readLimit('MESSAGES_PER_HOUR'),
    perDay: readLimit('MESSAGES_PER_DAY'),
  };
}

/**
 * The kinds of submissions:
 * - `proved`: with a proof of work
 * - `open`: without a proof, to a form that requires none
 * - `unproved`: without a required proof, or with links
 * - `wrong`: automated submissions, which only programs send
 * `proved` and `open` submissions have budgets per form, so that submissions to one form cannot use up the budget of
 * another form. The other kinds share budgets across all forms, so that programs gain nothing by submitting many forms.
 */
export type PostKind = 'proved' | 'open' | 'unproved' | 'wrong';

export const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/**
 * The factor by which the limit per client is higher for proved submissions, because all people in an office share one
 * internet connection.
 */
const clientsPerConnection = 5;
/**
 * The divisors of the limits for `unproved` and `wrong` submissions. Unproved submissions get a tenth of the limits: 2
 * messages per client, so that 10 clients send at most 20 messages, and 30 messages from all clients, so that visitors
 * without JavaScript can still write. Automated submissions get a third of that. A form without proof of work has its
 * own limit for all clients, and optionally its own limit per client.
 */
const strictDivisors = { unproved: 10, wrong: 30 };

/**
 * Divides a limit. If the limit is 0, which means no limit, divides the default limit, so that spam is still limited.
 */
const divideLimit = (limit: number, defaultLimit: number, divisor: number): number =>
  Math.max(1, Math.floor((limit || defaultLimit) / divisor));

const isStrict = (kind: PostKind): kind is 'unproved' | 'wrong' => kind === 'unproved' || kind === 'wrong';

/** Returns the maximum number of messages from a client per hour. `formLimit` is the limit that the form sets. */
export const getMaxPerClient = (kind: PostKind, { perAddress }: Limits, formLimit?: number): number =>
  hasSharedClientBudget(kind, formLimit)
    ? divideLimit(perAddress, defaultLimits.MESSAGES_PER_ADDRESS, strictDivisors.unproved)
    : (formLimit ?? Math.min(perAddress * clientsPerConnection, maxLimit));

/** Returns whether submissions of this kind from a client are counted together for all forms. */
const hasSharedClientBudget = (kind: PostKind, formLimit?: number): boolean =>
  isStrict(kind) || (kind === 'open' && formLimit === undefined);

/** The sender and the form of a submission, which determine its budgets. */
export interface BudgetScope {
  /** The path of the form, if its definition is known. */
  form?: string | undefined;
  /** The key of the client, if known. */
  source: string | null;
  /** The key of the client’s network, if known. */
  network: string | null;
  /** The maximum number of messages from one client per hour, if the form sets it. */
  own?: number | undefined;
}

/** Returns the rate-limit budgets that a form submission counts against. */
export function createBudgets(
  kind: PostKind,
  limits: Limits,
  { form = '', source, network, own: formLimit }: BudgetScope,
): Budget[] {
  const name = isStrict(kind) ? kind : `${kind} ${form}`.trim();
  const maxPerClient = getMaxPerClient(kind, limits, formLimit);
  const otherwise = 'too-many-from-address';
  const clientBudget: Budget = {
    name: `${hasSharedClientBudget(kind, formLimit) ? 'unproved' : name} ${source}`,
    most: maxPerClient,
    seconds: hourSeconds,
    otherwise,
  };
  const perHour = isStrict(kind)
    ? divideLimit(limits.perHour, defaultLimits.MESSAGES_PER_HOUR, strictDivisors[kind])
    : limits.perHour;
  const totalBudgets: Budget[] = [
    { name, most: perHour, seconds: hourSeconds, otherwise: 'too-many' },
    { name, most: limits.perDay, seconds: daySeconds, otherwise: 'too-many-today' },
  ];
  // One network can use a third of the total budget, and four networks two thirds. Thirty networks leave a sixth for
  // all other networks.
  const networkBudgets = totalBudgets.map((totalBudget): Budget => ({
    ...totalBudget,
    name: `${name} ${network}`,
    restOf: name,
    otherwise,
  }));
  return [
    ...(source === null ? [] : [clientBudget]),
    ...(network === null ? [] : networkBudgets),
    ...totalBudgets,
  ];
}

/** Returns a version of a log function that runs at most once a day. */
export function throttleDaily(log: (text: string) => void, now = Date.now): (text: string) => void {
  let lastTime = -Infinity;
  return (text) => {
    if (now() - lastTime < daySeconds * 1000) return;
    lastTime = now();
    log(text);
  };
}
