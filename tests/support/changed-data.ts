import { isMapping } from '../../schema/util.ts';

type Roll = (sides: number) => number;

/** A copy of data with one value in it made another: renamed, left out, nothing, of another kind, or from elsewhere. */
export function changedData(
  data: unknown,
  others: readonly unknown[],
  names: readonly string[],
  roll: Roll,
): unknown {
  const copy = { top: structuredClone(data) };
  const { group, key } = pick(placesIn(copy), roll);
  const value = group[key];
  const elsewhere = pick(placesIn({ top: pick(others, roll) }), roll);
  const found = structuredClone(elsewhere.group[elsewhere.key]);
  const put = (other: unknown) => void (group[key] = other);
  const ofAny = [
    () => put(null),
    () => put(pick(['', 'words', 'one\n- type: hero', 'a\nheading: b', '{{company}}', 7, true], roll)),
    () => put([value, value]),
    () => put({ [pick(names, roll)]: value }),
    () => put(found),
  ];
  const ofMappings = [
    () => rename(group, key, pick(names, roll)),
    () => void delete group[key],
    () => void (group[pick(names, roll)] = found),
  ];
  pick(Array.isArray(group) ? ofAny : [...ofAny, ...ofMappings], roll)();
  return copy.top;
}

/** Each value in data, by the group or list around it. A list is a group whose keys are numbers here. */
function placesIn(data: unknown): { group: Record<string, unknown>; key: string }[] {
  if (!Array.isArray(data) && !isMapping(data)) return [];
  const group = data as Record<string, unknown>; // see above
  return Object.keys(group).flatMap((key) => [{ group, key }, ...placesIn(group[key])]);
}

function rename(group: Record<string, unknown>, key: string, name: string): void {
  const entries = Object.entries(group);
  for (const old of Object.keys(group)) delete group[old];
  for (const [old, value] of entries) group[old === key ? name : old] = value;
}

const pick = <T>(from: readonly T[], roll: Roll): T => from[roll(from.length)]!; // none is empty here
