import type { Budget, ReceivedMessage, StoreResult } from './message.ts';

/** The decision about a message, and the budgets it uses. */
export interface Decision {
  arrival: ReceivedMessage;
  result: StoreResult;
  taken: readonly Budget[];
  /** The exhausted budget. */
  spent?: Budget;
}

/** How often each budget was used, by its key. */
export type BudgetCounts = ReadonlyMap<string, number>;

/** Returns the key of a budget. Budgets with the same name are used together but count different periods. */
export const budgetKey = ({ name, seconds }: Budget): string => `${seconds} ${name}`;

/** Returns whether a budget is exhausted. `usesByName` has the uses since the budgets were counted, by name. */
export function isSpent(budget: Budget, counts: BudgetCounts, taken = new Map<string, number>()): boolean {
  const { most, restOf } = budget;
  const used = (of: Budget) => (counts.get(budgetKey(of)) ?? 0) + (taken.get(of.name) ?? 0);
  if (most === 0) return false;
  const rest = restOf === undefined ? most : Math.max(0, most - used({ ...budget, name: restOf }));
  // A network without previous messages can always send one while the other budget has room.
  return used(budget) >= Math.max(1, rest ** 2 / most);
}

/** Returns all budgets on which the decision about a message may depend. */
export const budgetsToCount = ({ budgets, suspicion }: ReceivedMessage): readonly Budget[] =>
  suspicion ? [...budgets, ...suspicion.signs, ...suspicion.budgets] : budgets;

/** Decides about messages one after another, from the stored keys and the counts of all budgets. */
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

/** Returns the unique names of budgets. */
export const budgetNames = (budgets: readonly Budget[]): Set<string> =>
  new Set(budgets.map(({ name }) => name));
