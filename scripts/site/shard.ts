import { WrongUse } from '../base/command.ts';

/** One of the parts into which a build is divided, counted from 1. */
export interface Shard {
  number: number;
  of: number;
}

export const whole: Shard = { number: 1, of: 1 };

/** Reads `2/5`. */
export function shardFrom(text: string): Shard {
  const [number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number < 1 || number > of)
    throw new WrongUse(
      `\`--shard ${text}\` names no part of a build. Write \`--shard 2/5\` for the second of five parts.`,
    );
  return { number, of };
}

/** The part of a list that is made in a shard: neighbours go to different ones, as they are often alike. */
export const partOf = <One>(all: readonly One[], { number, of }: Shard): One[] =>
  all.filter((_, at) => at % of === number - 1);
