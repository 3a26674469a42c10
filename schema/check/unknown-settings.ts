import { z } from 'zod';
import { isMapping, type Path } from '../base/data.ts';
import { articleOf, joinOr, settingName, truncate, withArticle } from '../diagnostics/wording.ts';
import {
  closedListLabels,
  type Diagnostic,
  diagnostic,
  type Fix,
  type InData,
} from '../diagnostics/diagnostic.ts';
import { suggest } from '../diagnostics/similar-names.ts';
import { isBlockType } from '../blocks/index.ts';
import { smallTypes } from '../blocks/small-blocks.ts';
import { choiceCalled, isDefault, isSameWord, settingsCalled } from '../fields/other-names.ts';
import { currentName } from './former-names.ts';
import { toFlowText } from '../yaml/quoting.ts';
import { adviceForGaps, fits, hasGap, listsOfWords, mayBeSeveral, reshaped } from './meant-values.ts';
import { formsAt, formsOf, isNeededAt, metaAt, namesAt, schemaKeys, wrappedAt } from './schema-paths.ts';

/** A group of settings in data. `subject` names the data as a whole, as in `hero` block. */
interface Group {
  path: Path;
  schema: z.ZodType;
  subject: string;
  received: unknown;
}

/** Reports unknown settings of a group. Suggests each allowed setting only once. */
export function unknownSettings(keys: readonly string[], group: Group): Diagnostic<InData>[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    const found = unknownSetting(key, group, taken);
    const name = found.fix?.edits[0]?.newText;
    if (name !== undefined) taken.add(name);
    return found;
  });
}

function unknownSetting(key: string, group: Group, taken: ReadonlySet<string>): Diagnostic<InData> {
  const { path: owner, schema, subject, received } = group;
  const allowed = namesAt(schema, owner).filter((name) => name !== 'type');
  const path = [...owner, key];
  const whole = owner.length === 0 ? `${articleOf(subject)} ${subject}` : settingName(owner);
  // Suggests only settings that the group does not have yet.
  const isThere = (name: string) => isMapping(received) && Object.hasOwn(received, name);
  const free = allowed.filter((name) => !isThere(name) && !taken.has(name));
  const value = isMapping(received) ? received[key] : undefined;
  const init = {
    path,
    part: 'name',
    rule: 'unknown-key',
    message: `${whole} has no setting called \`${truncate(key)}\``,
  } as const;
  const current = currentName(formsAt(schema, owner), key);
  if (current !== undefined && isThere(current))
    return diagnostic({
      ...init,
      message: `\`${key}\` is now called \`${current}\`, but both are here`,
      label: 'this is the old name',
      related: [{ path: [...owner, current], part: 'name', label: 'this is the new name' }],
      advice: 'delete one of them',
    });
  if (isDefault(key, value) && (allowed.includes('hidden') || allowed.includes('status')))
    return diagnostic({
      ...init,
      label: 'this is already the default',
      ...closedListLabels(key, allowed, undefined),
      fix: { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] },
    });
  const choice = choiceCalled(key, value, free);
  if (choice) {
    const [name, newText] = choice;
    const written = `${name}: ${newText}`;
    return diagnostic({
      ...init,
      ...closedListLabels(key, allowed, name),
      didYouMean: written,
      fix: {
        title: `write \`${written}\``,
        safety: 'suggested',
        edits: [
          { path, part: 'name', newText: name },
          { path, newText },
        ],
      },
    });
  }
  const inItem = itemAdvice(key, group, free);
  const meant = inItem === undefined ? meantSetting(key, value, group, free) : undefined;
  const fitting = meant
    ? undefined
    : (inItem ??
      misplacedBlockAdvice(key, allowed) ??
      misplacedSettingAdvice(key, owner, schema) ??
      otherOwnerAdvice(key, group) ??
      linkAdvice(key, value, group));
  const best = meant ?? (fitting === undefined ? similarSetting(key, free) : undefined);
  const isUnfinished = hasGap(best?.newValue);
  return diagnostic({
    ...init,
    label: owner.length === 0 ? `not a setting of ${articleOf(subject)} ${subject}` : 'not a setting of this',
    advice:
      (isUnfinished ? adviceForGaps(best?.name, best?.newValue) : fitting) ??
      metaAt(schema, owner).otherSettings ??
      (best === undefined ? 'choose one of the settings below, or delete this one' : undefined),
    ...closedListLabels(key, allowed, best?.name),
    fix: best && !isUnfinished ? renaming(path, best, isNeededAt(schema, [...owner, best.name])) : undefined,
  });
}

/** Returns a fix that renames an unknown setting, and converts its value if necessary. */
function renaming(path: Path, { name, newValue }: MeantSetting, isNeeded: boolean): Fix<InData> {
  const rename = { path, part: 'name', newText: name } as const;
  return newValue === undefined
    ? {
        title: `rename \`${String(path.at(-1))}\` to \`${name}\`${isNeeded ? ' (required)' : ''}`,
        safety: isNeeded ? 'safe' : 'suggested',
        edits: [rename],
      }
    : {
        title: `write \`${name}: ${toFlowText(newValue)}\``,
        safety: 'suggested',
        edits: [rename, { path, part: 'yaml', newText: toFlowText(newValue) }],
      };
}

function similarSetting(key: string, free: readonly string[]): MeantSetting | undefined {
  const name = suggest(key, free);
  return name === undefined ? undefined : { name };
}

/** Returns advice for a block inside an item that accepts only small blocks. */
function misplacedBlockAdvice(key: string, allowed: readonly string[]): string | undefined {
  if (!smallTypes.every((type) => allowed.includes(type))) return undefined;
  if (key === 'blocks')
    return `write each small block under its own name, without \`type\`: ${joinOr(smallTypes)}`;
  const fitting = `only ${joinOr(smallTypes, 'and')} fit in here`;
  return isBlockType(key) ? `move the \`${key}\` block to the \`blocks\` of the page; ${fitting}` : undefined;
}

/** Returns advice for a setting that belongs in the group next to it. Synonyms count only for dates. */
function misplacedSettingAdvice(key: string, owner: Path, schema: z.ZodType): string | undefined {
  const called = settingsCalled(key);
  const [home, other] = namesAt(schema, owner).flatMap((group) =>
    namesAt(schema, [...owner, group]).flatMap((name) => {
      const isDate = metaAt(schema, [...owner, group, name]).date !== undefined;
      return isSameWord(name, key) || (isDate && called.includes(name)) ? [{ group, name }] : [];
    }),
  );
  if (!home || other) return undefined;
  return `write it ${home.name === key ? '' : `as \`${home.name}\` `}in \`${home.group}\`, where it belongs`;
}

/** Returns advice for a required setting of the items in a missing list, such as `question` in an `faq` block. */
function itemAdvice(key: string, { path, schema }: Group, free: readonly string[]): string | undefined {
  const list = free.find((name) =>
    [
      [...path, name],
      [...path, name, 0, key],
    ].every((needed) => isNeededAt(schema, needed)),
  );
  return list === undefined ? undefined : `write it in an item of \`${list}\`, where it belongs`;
}

/** Returns advice for a setting that items in this group, or a group around it, can have. */
function otherOwnerAdvice(key: string, { path, schema, subject }: Group): string | undefined {
  if (metaAt(schema, path).otherSettings !== undefined) return undefined;
  const list = namesAt(schema, path).find((name) => namesAt(schema, [...path, name, 0]).includes(key));
  if (list !== undefined)
    return `each item of \`${list}\` can have ${withArticle(key)}; if it belongs to one of them, move it there`;
  const around = path.findLastIndex((_, length) => namesAt(schema, path.slice(0, length)).includes(key));
  if (around === -1) return undefined;
  const owner = around === 0 ? `the ${subject}` : settingName(path.slice(0, around));
  return `${owner} can have ${withArticle(key)}; if it belongs there, move it`;
}

/** Returns advice for a link setting in a group where only a text can contain a link. */
function linkAdvice(key: string, value: unknown, { path, schema }: Group): string | undefined {
  const isLink = [key, ...settingsCalled(key)].some((name) => name === 'to' || name === 'href');
  if (!isLink || typeof value !== 'string' || !/^(?:\/|https:)/.test(value)) return undefined;
  const isText = (name: string) =>
    /^(?:inline|block)-text$/.test(metaAt(schema, [...path, name]).refersTo ?? '');
  const text = namesAt(schema, path).find(isText);
  return text === undefined ? undefined : `to link there, write \`[words](${value})\` in \`${text}\``;
}

/** The setting that an author meant, with its value in the form that it needs. */
interface MeantSetting {
  name: string;
  /** The converted value, if the original has the wrong form. */
  newValue?: unknown;
}

/** Finds the setting that a name from another system stands for, if the value is valid for it. */
function meantSetting(
  key: string,
  value: unknown,
  { path: owner, schema, received }: Group,
  free: readonly string[],
): MeantSetting | undefined {
  const known = isMapping(received) ? Object.keys(received) : [];
  const forms = formsAt(schema, owner).map(schemaKeys);
  const allNames = new Set(forms.flat());
  // Skips settings that existing ones exclude: a group has `to` or `href`, not both.
  const isAllowed = (name: string) =>
    forms.some(
      (names) => names.includes(name) && known.every((one) => names.includes(one) || !allNames.has(one)),
    );
  const words = (name: string) => metaAt(schema, [...owner, name]);
  const candidates = [
    ...free.filter((name) => isSameWord(name, key)),
    ...free.filter((name) =>
      words(name)
        .otherNames?.split(' ')
        .some((other) => isSameWord(other, key)),
    ),
    ...settingsCalled(key).filter((name) => free.includes(name)),
  ];
  const isOther = (name: string) =>
    words(name)
      .notCalled?.split(' ')
      .some((other) => isSameWord(other, key)) === true;
  for (const name of candidates.filter((one) => isAllowed(one) && !isOther(one))) {
    const schemas = wrappedAt(schema, [...owner, name]);
    if (schemas.some((one) => fits(value, one))) return { name };
    const newValue = schemas.map((one) => reshaped(value, one, name)).find((one) => one !== undefined);
    if (newValue !== undefined) return { name, newValue };
    // A text such as `one, two` for a list: corrects the name first. The value is reported later.
    const isList = schemas.some((one) => formsOf(one).some((form) => form.schema instanceof z.ZodArray));
    if (isList && typeof value === 'string' && mayBeSeveral(value, listsOfWords.has(name))) return { name };
  }
  return undefined;
}
