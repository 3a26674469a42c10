import { z } from 'zod';
import { isMapping, type Path } from '../util.ts';
import { isSameWord, settingsCalled } from '../content/other-names.ts';
import type { InData } from '../diagnostics/diagnostic.ts';
import { oneLine } from '../yaml/quoting.ts';
import { meantSetting } from './meant-settings.ts';
import { formsAt, isNeededAt, metaAt, namesAt, wrappedAt } from './schema-paths.ts';
import { readDate } from './written-dates.ts';

/** The settings of a group that stand beside it, and the group as it is with them. */
export interface Misplaced {
  group: string;
  keys: readonly string[];
  /** Whether the group is the only item of a list that the block cannot do without. */
  isItem?: true;
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
  const item = onlyItem(keys, place);
  if (item) return [item];
  const groups = namesAt(schema, path).filter((name) => isGroup(schema, [...path, name]));
  const homes = keys.flatMap((key) => {
    const value = received[key];
    const home = homeOf(key, value, groups, place);
    return home && typeof value === 'string' ? [{ key, ...home }] : [];
  });
  return [...Map.groupBy(homes, ({ group }) => group)].flatMap(
    ([group, members]) => withSettings(group, members, received, place) ?? [],
  );
}

/** The only item of a list that is missing, such as the `text` and `name` of a quote beside its heading. */
function onlyItem(keys: readonly string[], place: Place): Misplaced | undefined {
  const { schema, path, received } = place;
  if (!isMapping(received)) return undefined;
  const lists = namesAt(schema, path).filter((name) => {
    const at = [...path, name];
    return received[name] === undefined && isNeededAt(schema, at) && isGroup(schema, [...at, 0]);
  });
  const [list, other] = lists;
  if (list === undefined || other !== undefined) return undefined;
  const at = [...path, list, 0];
  const texts: string[] = [];
  const found = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const key of keys) {
    const names = namesAt(schema, at).filter((name) => !Object.hasOwn(values, name));
    const same = names.find((name) => isSameWord(name, key));
    const meant =
      same === undefined
        ? meantSetting(key, received[key], { path: at, schema, received: values }, names)
        : { name: same };
    if (!meant) continue;
    values[meant.name] = received[key];
    found.set(key, meant.name);
    texts.push(
      'newValue' in meant && meant.newValue !== undefined
        ? `${meant.name}: ${meant.newValue}`
        : oneLine({ [meant.name]: received[key] }).slice(2, -2),
    );
  }
  // The heading and the lead of a block are not an item.
  const free = namesAt(schema, path).filter((name) => received[name] === undefined);
  const isOfBlock = (key: string) => meantSetting(key, received[key], place, free) !== undefined;
  if ([...found.keys()].every(isOfBlock)) return undefined;
  const needed = namesAt(schema, at).filter((name) => isNeededAt(schema, [...at, name]));
  const yaml = `[{ ${texts.join(', ')} }]`;
  const [first, ...others] = found.keys();
  if (first === undefined || needed.length === 0 || !needed.every((name) => Object.hasOwn(values, name)))
    return undefined;
  if (yaml.length > 300 || yaml.includes('\\n') || yaml.includes('\n')) return undefined;
  return {
    group: list,
    keys: [...found.keys()],
    isItem: true,
    yaml,
    edits: [
      { path: [...path, first], part: 'name', newText: list },
      { path: [...path, first], part: 'yaml', newText: yaml },
      ...others.map((key) => ({ path: [...path, key], part: 'line' as const, newText: '' })),
    ],
  };
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

/** The only group that a setting can belong in. Names from elsewhere are taken for dates and links only. */
function homeOf(
  key: string,
  value: unknown,
  groups: readonly string[],
  { schema, path }: Place,
): Omit<Home, 'key'> | undefined {
  const all = groups.flatMap((group) => namesAt(schema, [...path, group]).map((name) => ({ group, name })));
  const isDate = ({ group, name }: Omit<Home, 'key'>) =>
    metaAt(schema, [...path, group, name]).date !== undefined;
  const same = all.filter(({ name }) => isSameWord(name, key));
  const isLink = ({ group, name }: Omit<Home, 'key'>) =>
    (name === 'label' && /^(?:button|link|cta|action)[-_ ]?(?:text|label|title)$/i.test(key)) ||
    (/^(?:to|href)$/.test(name) &&
      wrappedAt(schema, [...path, group, name]).some((one) => one.safeParse(value).success));
  const called = all.filter(
    (home) => (isDate(home) || isLink(home)) && settingsCalled(key).includes(home.name),
  );
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
