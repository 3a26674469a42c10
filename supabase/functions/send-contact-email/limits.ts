import type { Budget } from './message.ts';

/** The limits that the operator sets. 0 means no limit. */
export interface Limits {
  /** In an hour, from one client. */
  perAddress: number;
  /** In an hour, from all. */
  perHour: number;
  /** In a day, from all. */
  perDay: number;
}

/** Far more than people write and far fewer than programs send. */
const defaultLimits = { MESSAGES_PER_ADDRESS: 20, MESSAGES_PER_HOUR: 300, MESSAGES_PER_DAY: 1000 };

/** The largest `int` of PostgreSQL. */
const maxLimit = 2 ** 31 - 1;

/** Reads the limits from environment variables. Throws `fault(message)` if a value is invalid. */
export function limitsFrom(
  variable: (name: string) => string | undefined,
  fault: (message: string) => Error = (message) => new Error(message),
): Limits {
  const read = (name: keyof typeof defaultLimits): number => {
    const value = variable(name);
    if (value === undefined || value === '') return defaultLimits[name];
    if (!/^\d+$/.test(value)) throw fault(`${name} must be a whole number, not \`${value}\`.`);
    return Math.min(Number(value), maxLimit);
  };
  return {
    perAddress: read('MESSAGES_PER_ADDRESS'),
    perHour: read('MESSAGES_PER_HOUR'),
    perDay: read('MESSAGES_PER_DAY'),
  };
}

/**
 * The kinds of posts. With a proof of work; without it, to a form that asks for none; without it, or with links;
 * and what no person sends. The first two have budgets for each form, so that none starves another. All others
 * share theirs, so that many forms are no way around them.
 */
export type PostKind = 'proved' | 'open' | 'unproved' | 'wrong';

export const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** How many messages one connection may send in an hour, for each that the limit names: offices share one. */
const sharedBy = 5;
/**
 * Without a proof, a tenth: two from one client, so that ten of them get no more than twenty messages in, and thirty
 * from all, so that visitors without script are heard, too. Of what no person sends, a third of that. A form that asks
 * for no proof has its own number from all, and from one client the number that it sets, if any.
 */
const strictPart = { unproved: 10, wrong: 30 };

/** 0 means no limit for messages, but not for junk. */
const stricterLimit = (limit: number, preset: number, part: number): number =>
  Math.max(1, Math.floor((limit || preset) / part));

const isStrict = (kind: PostKind): kind is 'unproved' | 'wrong' => kind === 'unproved' || kind === 'wrong';

/** How many messages one client may send in an hour. `own` is the limit that the form sets. */
export const maxFromClient = (kind: PostKind, { perAddress }: Limits, own?: number): number =>
  sharesClient(kind, own)
    ? stricterLimit(perAddress, defaultLimits.MESSAGES_PER_ADDRESS, strictPart.unproved)
    : (own ?? Math.min(perAddress * sharedBy, maxLimit));

/** Whether all such posts of a client are counted together. */
const sharesClient = (kind: PostKind, own?: number): boolean =>
  isStrict(kind) || (kind === 'open' && own === undefined);

/** Whose posts are counted together. */
export interface BudgetScope {
  /** The form, if its definition is known. */
  form?: string | undefined;
  /** The client, if it is known. */
  source: string | null;
  /** The network of the client, if it is known. */
  network: string | null;
  /** How many messages one client may send in an hour, if the form says so. */
  own?: number | undefined;
}

/** The budgets of a post. */
export function budgetsOf(
  kind: PostKind,
  limits: Limits,
  { form = '', source, network, own }: BudgetScope,
): Budget[] {
  const name = isStrict(kind) ? kind : `${kind} ${form}`.trim();
  const most = maxFromClient(kind, limits, own);
  const otherwise = 'too-many-from-address';
  const ofClient: Budget = {
    name: `${sharesClient(kind, own) ? 'unproved' : name} ${source}`,
    most,
    seconds: hourSeconds,
    otherwise,
  };
  const perHour = isStrict(kind)
    ? stricterLimit(limits.perHour, defaultLimits.MESSAGES_PER_HOUR, strictPart[kind])
    : limits.perHour;
  const ofAll: Budget[] = [
    { name, most: perHour, seconds: hourSeconds, otherwise: 'too-many' },
    { name, most: limits.perDay, seconds: daySeconds, otherwise: 'too-many-today' },
  ];
  // One network can take a third, four take two thirds, and thirty leave a sixth for all others.
  const ofNetwork = ofAll.map((all): Budget => ({
    ...all,
    name: `${name} ${network}`,
    restOf: name,
    otherwise,
  }));
  return [...(source === null ? [] : [ofClient]), ...(network === null ? [] : ofNetwork), ...ofAll];
}

/** Limits calls of a function to one a day. */
export function throttleDaily(log: (text: string) => void, now = Date.now): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < daySeconds * 1000) return;
    last = now();
    log(text);
  };
}
