import type { Budget, ReceivedMessage, StoreResult } from './message.ts';

/** What happens to a message, and which budgets it takes from. */
export interface Decision {
  arrival: ReceivedMessage;
  result: StoreResult;
  taken: readonly Budget[];
  /** The budget that has no room. */
  spent?: Budget;
}

/** How often budgets were taken from, by their keys. */
export type BudgetCounts = ReadonlyMap<string, number>;

/** Two budgets may have the same name. They are taken from together, and count different times. */
export const budgetKey = ({ name, seconds }: Budget): string => `${seconds} ${name}`;

/** Whether a budget has no room. `taken` is what was taken since budgets were counted, by their names. */
export function isSpent(budget: Budget, counts: BudgetCounts, taken = new Map<string, number>()): boolean {
  const { most, restOf } = budget;
  const used = (of: Budget) => (counts.get(budgetKey(of)) ?? 0) + (taken.get(of.name) ?? 0);
  if (most === 0) return false;
  const rest = restOf === undefined ? most : Math.max(0, most - used({ ...budget, name: restOf }));
  // A network that has sent nothing can always send one message while any are left.
  return used(budget) >= Math.max(1, rest ** 2 / most);
}

/** All budgets on which the decision about a message may depend. */
export const budgetsToCount = ({ budgets, suspicion }: ReceivedMessage): readonly Budget[] =>
  suspicion ? [...budgets, ...suspicion.signs, ...suspicion.budgets] : budgets;

/** Decides about messages, one after the other, by the keys that are stored and the counts of all budgets. */
export function admit(
  arrivals: readonly ReceivedMessage[],
  storedKeys: Iterable<string>,
  counts: BudgetCounts,
): Decision[] {
  const known = new Set(storedKeys);
  const taken = new Map<string, number>();
  const hasNoRoom = (budget: Budget) => isSpent(budget, counts, taken);

  return arrivals.map((arrival) => {
    const { keys, suspicion } = arrival;
    if (keys.some((key) => key !== undefined && known.has(key)))
      return { arrival, result: 'known', taken: [] };
    const budgets = suspicion?.signs.some(hasNoRoom) ? suspicion.budgets : arrival.budgets;
    const spent = budgets.find(hasNoRoom);
    if (spent) return { arrival, result: spent.otherwise, taken: [], spent };
    known.add(keys[0]);
    for (const name of budgetNames(budgets)) taken.set(name, (taken.get(name) ?? 0) + 1);
    return { arrival, result: 'stored', taken: budgets };
  });
}

/** The names of budgets, once each. */
export const budgetNames = (budgets: readonly Budget[]): Set<string> =>
  new Set(budgets.map(({ name }) => name));
