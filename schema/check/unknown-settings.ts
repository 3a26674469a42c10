import { z } from 'zod';
import { isMapping, type Path } from '../base/data.ts';
import { chooseArticle, joinNames, formatSettingName, truncate, addArticle } from '../diagnostics/wording.ts';
import {
  choiceLabels,
  type Diagnostic,
  diagnostic,
  type Fix,
  type DataLocation,
} from '../diagnostics/diagnostic.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { isBlockType } from '../blocks/index.ts';
import { smallTypes } from '../blocks/small-blocks.ts';
import { findChoice, isDefaultSwitch, isSameWord, findSettingsByWord } from '../fields/other-names.ts';
import { findCurrentName } from './former-names.ts';
import { toFlowText } from '../yaml/quoting.ts';
import { gapAdvice, isValidKind, hasGap, wordLists, canBeItems, reshapeValue } from './suggested-values.ts';
import { formsAt, getForms, isRequiredAt, metaAt, namesAt, schemaKeys, wrappedAt } from './schema-paths.ts';

/** A group of settings. `subject` names the validated data in messages, such as `hero` block. */
interface SettingGroup {
  path: Path;
  schema: z.ZodType;
  subject: string;
  received: unknown;
}

/** Reports unknown settings in a group. Suggests each allowed setting only once. */
export function checkUnknownSettings(
  keys: readonly string[],
  group: SettingGroup,
): Diagnostic<DataLocation>[] {
  const usedNames = new Set<string>();
  return keys.map((key) => {
    const found = unknownSettingDiagnostic(key, group, usedNames);
    const name = found.fix?.edits[0]?.newText;
    if (name !== undefined) usedNames.add(name);
    return found;
  });
}

function unknownSettingDiagnostic(
  key: string,
  group: SettingGroup,
  usedNames: ReadonlySet<string>,
): Diagnostic<DataLocation> {
  const { path: owner, schema, subject, received } = group;
  const allowed = namesAt(schema, owner).filter((name) => name !== 'type');
  const path = [...owner, key];
  const groupName = owner.length === 0 ? `${chooseArticle(subject)} ${subject}` : formatSettingName(owner);
  // Suggests only settings that the group does not have yet.
  const isSet = (name: string) => isMapping(received) && Object.hasOwn(received, name);
  const freeNames = allowed.filter((name) => !isSet(name) && !usedNames.has(name));
  const value = isMapping(received) ? received[key] : undefined;
  const commonFields = {
    path,
    part: 'name',
    rule: 'unknown-key',
    message: `${groupName} has no setting called \`${truncate(key)}\``,
  } as const;
  const current = findCurrentName(formsAt(schema, owner), key);
  if (current !== undefined && isSet(current))
    return diagnostic({
      ...commonFields,
      message: `\`${key}\` is now called \`${current}\`, but both are here`,
      label: 'this is the old name',
      related: [{ path: [...owner, current], part: 'name', label: 'this is the new name' }],
      advice: 'delete one of the two lines',
    });
  if (isDefaultSwitch(key, value) && (allowed.includes('hidden') || allowed.includes('status')))
    return diagnostic({
      ...commonFields,
      label: 'this is already the default',
      ...choiceLabels(key, allowed, undefined),
      fix: { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] },
    });
  const choice = findChoice(key, value, freeNames);
  if (choice) {
    const [name, newText] = choice;
    const written = `${name}: ${newText}`;
    return diagnostic({
      ...commonFields,
      ...choiceLabels(key, allowed, name),
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
  const nestedAdvice = itemAdvice(key, group, freeNames);
  const suggestion = nestedAdvice === undefined ? resolveSetting(key, value, group, freeNames) : undefined;
  const misplacedAdvice = suggestion
    ? undefined
    : (nestedAdvice ??
      misplacedBlockAdvice(key, allowed) ??
      misplacedSettingAdvice(key, owner, schema) ??
      misplacedItemAdvice(key, group) ??
      linkAdvice(key, value, group));
  const best = suggestion ?? (misplacedAdvice === undefined ? suggestSetting(key, freeNames) : undefined);
  const isUnfinished = hasGap(best?.newValue);
  return diagnostic({
    ...commonFields,
    label:
      owner.length === 0 ? `not a setting of ${chooseArticle(subject)} ${subject}` : 'not a setting of this',
    advice:
      (isUnfinished ? gapAdvice(best?.name, best?.newValue) : misplacedAdvice) ??
      metaAt(schema, owner).otherSettings ??
      (best === undefined ? 'choose one of the settings below, or delete this one' : undefined),
    ...choiceLabels(key, allowed, best?.name),
    fix:
      best && !isUnfinished
        ? createSettingFix(path, best, isRequiredAt(schema, [...owner, best.name]))
        : undefined,
  });
}

/** Returns a fix that renames an unknown setting, and converts its value if necessary. */
function createSettingFix(
  path: Path,
  { name, newValue }: SettingSuggestion,
  isNeeded: boolean,
): Fix<DataLocation> {
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

function suggestSetting(key: string, freeNames: readonly string[]): SettingSuggestion | undefined {
  const name = suggestName(key, freeNames);
  return name === undefined ? undefined : { name };
}

/** Returns advice for a block in a group that accepts only small blocks. */
function misplacedBlockAdvice(key: string, allowed: readonly string[]): string | undefined {
  if (!smallTypes.every((type) => allowed.includes(type))) return undefined;
  if (key === 'blocks')
    return `write each small block under its own name, without \`type\`: ${joinNames(smallTypes)}`;
  const smallBlocksText = `only ${joinNames(smallTypes, 'and')} fit in here`;
  return isBlockType(key)
    ? `move the \`${key}\` block to the \`blocks\` of the page; ${smallBlocksText}`
    : undefined;
}

/** Returns advice for a setting that belongs in a sibling group. Considers synonyms only for dates. */
function misplacedSettingAdvice(key: string, owner: Path, schema: z.ZodType): string | undefined {
  const synonyms = findSettingsByWord(key);
  const [target, other] = namesAt(schema, owner).flatMap((group) =>
    namesAt(schema, [...owner, group]).flatMap((name) => {
      const isDate = metaAt(schema, [...owner, group, name]).date !== undefined;
      return isSameWord(name, key) || (isDate && synonyms.includes(name)) ? [{ group, name }] : [];
    }),
  );
  if (!target || other) return undefined;
  return `write it ${target.name === key ? '' : `as \`${target.name}\` `}in \`${target.group}\`, where it belongs`;
}

/** Returns advice for an item setting outside its missing list, such as `question` in an `faq` block. */
function itemAdvice(
  key: string,
  { path, schema }: SettingGroup,
  freeNames: readonly string[],
): string | undefined {
  const list = freeNames.find((name) =>
    [
      [...path, name],
      [...path, name, 0, key],
    ].every((needed) => isRequiredAt(schema, needed)),
  );
  return list === undefined ? undefined : `write it in an item of \`${list}\`, where it belongs`;
}

/** Returns advice for a setting that belongs in list items of this group, or in a parent group. */
function misplacedItemAdvice(key: string, { path, schema, subject }: SettingGroup): string | undefined {
  if (metaAt(schema, path).otherSettings !== undefined) return undefined;
  const list = namesAt(schema, path).find((name) => namesAt(schema, [...path, name, 0]).includes(key));
  if (list !== undefined)
    return `each item of \`${list}\` can have ${addArticle(key)}; if it belongs to one of them, move it there`;
  const ownerDepth = path.findLastIndex((_, length) => namesAt(schema, path.slice(0, length)).includes(key));
  if (ownerDepth === -1) return undefined;
  const owner = ownerDepth === 0 ? `the ${subject}` : formatSettingName(path.slice(0, ownerDepth));
  return `${owner} can have ${addArticle(key)}; if it belongs there, move it`;
}

/** Returns advice for a link setting in a group that allows links only inside a text. */
function linkAdvice(key: string, value: unknown, { path, schema }: SettingGroup): string | undefined {
  const isLink = [key, ...findSettingsByWord(key)].some((name) => name === 'to' || name === 'href');
  if (!isLink || typeof value !== 'string' || !/^(?:\/|https:)/.test(value)) return undefined;
  const isText = (name: string) =>
    /^(?:inline|block)-text$/.test(metaAt(schema, [...path, name]).refersTo ?? '');
  const text = namesAt(schema, path).find(isText);
  return text === undefined ? undefined : `to link there, write \`[words](${value})\` in \`${text}\``;
}

/** The setting that the author probably meant, with a converted value if necessary. */
interface SettingSuggestion {
  name: string;
  /** The converted value, if the original value has the wrong form. */
  newValue?: unknown;
}

/** Finds the setting that corresponds to a name from another system, if it accepts the value. */
function resolveSetting(
  key: string,
  value: unknown,
  { path: owner, schema, received }: SettingGroup,
  freeNames: readonly string[],
): SettingSuggestion | undefined {
  const known = isMapping(received) ? Object.keys(received) : [];
  const forms = formsAt(schema, owner).map(schemaKeys);
  const allNames = new Set(forms.flat());
  // Skips settings that cannot be combined with existing ones: a group has `to` or `href`, not both.
  const isAllowed = (name: string) =>
    forms.some(
      (names) => names.includes(name) && known.every((one) => names.includes(one) || !allNames.has(one)),
    );
  const getFieldMeta = (name: string) => metaAt(schema, [...owner, name]);
  const candidates = [
    ...freeNames.filter((name) => isSameWord(name, key)),
    ...freeNames.filter((name) =>
      getFieldMeta(name)
        .otherNames?.split(' ')
        .some((other) => isSameWord(other, key)),
    ),
    ...findSettingsByWord(key).filter((name) => freeNames.includes(name)),
  ];
  const isExcluded = (name: string) =>
    getFieldMeta(name)
      .notCalled?.split(' ')
      .some((other) => isSameWord(other, key)) === true;
  for (const name of candidates.filter((candidate) => isAllowed(candidate) && !isExcluded(candidate))) {
    const schemas = wrappedAt(schema, [...owner, name]);
    if (schemas.some((schema) => isValidKind(value, schema))) return { name };
    const newValue = schemas
      .map((schema) => reshapeValue(value, schema, name))
      .find((reshaped) => reshaped !== undefined);
    if (newValue !== undefined) return { name, newValue };
    // For a list with a text such as `one, two`, only the name is corrected now. The value is reported later.
    const isList = schemas.some((schema) =>
      getForms(schema).some((form) => form.schema instanceof z.ZodArray),
    );
    if (isList && typeof value === 'string' && canBeItems(value, wordLists.has(name))) return { name };
  }
  return undefined;
}
