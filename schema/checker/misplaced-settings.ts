import { z } from 'zod';
import { isMapping, type Path } from '../util.ts';
import { isSameWord, settingsCalled } from '../content/other-names.ts';
import type { InData } from '../diagnostics/diagnostic.ts';
import { oneLine } from '../yaml/quoting.ts';
import { formsAt, metaAt, namesAt, wrappedAt } from './schema-paths.ts';
import { readDate } from './written-dates.ts';

/** The settings of a group that stand beside it, and the group as it is with them. */
export interface Misplaced {
  group: string;
  keys: readonly string[];
  /** YAML on one line. */
  yaml: string;
  edits: (InData & { newText: string })[];
}

interface Place {
  schema: z.ZodType;
  /** Where the settings stand. */
  path: Path;
  /** All of them. */
  received: unknown;
  languages: readonly string[];
}

/** Finds settings that belong in a group beside them, such as `begins` in `when`, by their names or others. */
export function misplacedSettings(keys: readonly string[], place: Place): Misplaced[] {
  const { schema, path, received } = place;
  if (!isMapping(received)) return [];
  const groups = namesAt(schema, path).filter((name) => isGroup(schema, [...path, name]));
  const homes = keys.flatMap((key) => {
    const home = homeOf(key, groups, place);
    return home && typeof received[key] === 'string' ? [{ key, ...home }] : [];
  });
  return [...Map.groupBy(homes, ({ group }) => group)].flatMap(
    ([group, members]) => withSettings(group, members, received, place) ?? [],
  );
}

/** A setting with the group where it belongs, and its name there. */
interface Home {
  key: string;
  group: string;
  name: string;
}

const isGroup = (schema: z.ZodType, path: Path) => {
  const forms = formsAt(schema, path);
  return forms.length > 0 && forms.every((form) => form.schema instanceof z.ZodObject);
};

/** The only group that a setting can belong in. Names from elsewhere are taken for dates only. */
function homeOf(
  key: string,
  groups: readonly string[],
  { schema, path }: Place,
): Omit<Home, 'key'> | undefined {
  const all = groups.flatMap((group) => namesAt(schema, [...path, group]).map((name) => ({ group, name })));
  const isDate = ({ group, name }: Omit<Home, 'key'>) =>
    metaAt(schema, [...path, group, name]).date !== undefined;
  const same = all.filter(({ name }) => isSameWord(name, key));
  const called = all.filter((home) => isDate(home) && settingsCalled(key).includes(home.name));
  const found = same.length > 0 ? same : called;
  return found.length === 1 ? found[0] : undefined;
}

/** The group with its settings, if all of them are clear. */
function withSettings(
  group: string,
  members: readonly Home[],
  received: Record<string, unknown>,
  { schema, path, languages }: Place,
): Misplaced | undefined {
  const at = [...path, group];
  const known = groupOf(received[group], schema, at);
  if (known === undefined) return undefined;
  const texts = Map.groupBy(members, ({ name }) => name);
  if ([...texts.keys()].some((name) => Object.hasOwn(known, name))) return undefined;
  const values = { ...known };
  let day: string | undefined;
  for (const name of namesAt(schema, at)) {
    const written = (texts.get(name) ?? []).map(({ key }) => String(received[key]));
    const { date } = metaAt(schema, [...at, name]);
    if (date === 'moment' && typeof known[name] === 'string') day ??= known[name].slice(0, 10);
    if (written.length === 0) continue;
    const value = date
      ? dateOf(written, date, day, languages)
      : written.length === 1
        ? written[0]
        : undefined;
    if (value === undefined) return undefined;
    if (!date && !wrappedAt(schema, [...at, name]).some((one) => one.safeParse(value).success))
      return undefined;
    if (date === 'moment') day ??= value.slice(0, 10);
    values[name] = value;
  }
  const inOrder = namesAt(schema, at).flatMap((name) =>
    Object.hasOwn(values, name) ? [[name, values[name]]] : [],
  );
  const yaml = oneLine(Object.fromEntries(inOrder));
  if (yaml.length > 200 || yaml.includes('\\n') || yaml.includes('\n')) return undefined;
  const keys = members.map(({ key }) => key);
  const [first = '', ...others] = keys;
  const isThere = received[group] !== undefined;
  const gone = (isThere ? keys : others).map((key) => ({
    path: [...path, key],
    part: 'line' as const,
    newText: '',
  }));
  const edits: Misplaced['edits'] = isThere
    ? [{ path: at, part: 'yaml', newText: yaml }, ...gone]
    : [
        { path: [...path, first], part: 'name', newText: group },
        { path: [...path, first], part: 'yaml', newText: yaml },
        ...gone,
      ];
  return { group, keys, yaml, edits };
}

/** The settings of a group so far. A text alone is its `text`. */
function groupOf(value: unknown, schema: z.ZodType, path: Path): Record<string, unknown> | undefined {
  if (value === undefined) return {};
  if (typeof value === 'string') return namesAt(schema, path).includes('text') ? { text: value } : undefined;
  return isMapping(value) ? value : undefined;
}

/** The date that one text, or a day and a time, stand for. A time alone is one of the `day` before. */
function dateOf(
  written: readonly string[],
  kind: 'day' | 'moment' | 'time',
  day: string | undefined,
  languages: readonly string[],
): string | undefined {
  const [first = '', second] = written;
  const isTime = (text: string) => readDate(text, 'time', languages)?.readings.length === 1;
  if (second === undefined) {
    const text = kind === 'moment' && day !== undefined && isTime(first) ? `${day} ${first}` : first;
    const found = readDate(text, kind, languages);
    return found && (found.readings.length === 1 ? found.readings[0] : text);
  }
  const times = written.filter(isTime);
  const days = written.filter((text) => readDate(text, 'day', languages)?.readings.length === 1);
  if (kind !== 'moment' || written.length !== 2 || times.length !== 1 || days.length !== 1) return undefined;
  const found = readDate(`${days[0]} ${times[0]}`, kind, languages);
  return found?.readings.length === 1 ? found.readings[0] : undefined;
}
