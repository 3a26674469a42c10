import type { Budget, ReceivedMessage, StoreResult } from './message.ts';

/** The decision about a message, and the budgets that the message uses. */
export interface Decision {
  arrival: ReceivedMessage;
  result: StoreResult;
  usedBudgets: readonly Budget[];
  /** The budget that was exhausted, if any. */
  exhaustedBudget?: Budget;
}

/** The number of uses of each budget, by budget key. */
export type BudgetCounts = ReadonlyMap<string, number>;

/** Returns the key of a budget. Budgets with the same name are used together, but count uses in different periods. */
export const toBudgetKey = ({ name, seconds }: Budget): string => `${seconds} ${name}`;

/**
 * Returns whether a budget is exhausted. `usesByName` contains the uses by budget name since the budgets were counted.
 */
export function isExhausted(
  budget: Budget,
  counts: BudgetCounts,
  usesByName = new Map<string, number>(),
): boolean {
  const { most, restOf } = budget;
  const countUses = (budgetToCount: Budget) =>
    (counts.get(toBudgetKey(budgetToCount)) ?? 0) + (usesByName.get(budgetToCount.name) ?? 0);
  if (most === 0) return false;
  const available = restOf === undefined ? most : Math.max(0, most - countUses({ ...budget, name: restOf }));
  // Allow at least one use, so that a network without earlier messages can send one. The other budget is checked
  // separately.
  return countUses(budget) >= Math.max(1, available ** 2 / most);
}

/** Returns all budgets that may affect the decision about a message. */
export const collectBudgets = ({ budgets, suspicion }: ReceivedMessage): readonly Budget[] =>
  suspicion ? [...budgets, ...suspicion.signs, ...suspicion.budgets] : budgets;

/**
 * Decides for each message, in order of arrival, whether to store it, based on the keys that are already stored and the
 * counts of all budgets.
 */
export function decideAdmissions(
  arrivals: readonly ReceivedMessage[],
  storedKeys: Iterable<string>,
  counts: BudgetCounts,
): Decision[] {
  const seenKeys = new Set(storedKeys);
  const usesByName = new Map<string, number>();
  const isFull = (budget: Budget) => isExhausted(budget, counts, usesByName);

  return arrivals.map((arrival) => {
    const { keys, suspicion } = arrival;
    if (keys.some((key) => key !== undefined && seenKeys.has(key)))
      return { arrival, result: 'known', usedBudgets: [] };
    const budgets = suspicion?.signs.some(isFull) ? suspicion.budgets : arrival.budgets;
    const exhaustedBudget = budgets.find(isFull);
    if (exhaustedBudget)
      return { arrival, result: exhaustedBudget.otherwise, usedBudgets: [], exhaustedBudget };
    seenKeys.add(keys[0]);
    for (const name of collectBudgetNames(budgets)) usesByName.set(name, (usesByName.get(name) ?? 0) + 1);
    return { arrival, result: 'stored', usedBudgets: budgets };
  });
}

/** Returns the unique names of budgets. */
export const collectBudgetNames = (budgets: readonly Budget[]): Set<string> =>
  new Set(budgets.map(({ name }) => name));
