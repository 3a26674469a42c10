import { z } from 'zod';
import { isMapping, type Path } from '../base/data.ts';
import { chooseArticle, joinNames, formatSettingName, truncate, addArticle } from '../diagnostics/wording.ts';
import {
  createChoiceLabels,
  type Diagnostic,
  createDiagnostic,
  type Fix,
  type DataLocation,
} from '../diagnostics/diagnostic.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { isBlockType } from '../blocks/index.ts';
import { smallTypes } from '../blocks/small-blocks.ts';
import { findChoice, isDefaultSwitch, isSameWord, findSettingsByWord } from '../fields/other-names.ts';
import { findCurrentName } from './former-names.ts';
import { formatFlowValue } from '../yaml/quoting.ts';
import {
  createGapAdvice,
  isValidKind,
  hasGap,
  wordLists,
  canBeItems,
  reshapeValue,
} from './suggested-values.ts';
import {
  getFormsAt,
  getForms,
  isRequiredAt,
  getMetaAt,
  getNamesAt,
  getSchemaKeys,
  getWrappedSchemasAt,
} from './schema-paths.ts';

/** A group of settings. `subject` is the name of the validated data in messages, such as `hero` block. */
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
    const diagnostic = createUnknownSettingDiagnostic(key, group, usedNames);
    const name = diagnostic.fix?.edits[0]?.newText;
    if (name !== undefined) usedNames.add(name);
    return diagnostic;
  });
}

function createUnknownSettingDiagnostic(
  key: string,
  group: SettingGroup,
  usedNames: ReadonlySet<string>,
): Diagnostic<DataLocation> {
  const { path: owner, schema, subject, received } = group;
  const allowed = getNamesAt(schema, owner).filter((name) => name !== 'type');
  const path = [...owner, key];
  const groupName = owner.length === 0 ? `${chooseArticle(subject)} ${subject}` : formatSettingName(owner);
  // Suggest only settings that the group does not have yet.
  const isSet = (name: string) => isMapping(received) && Object.hasOwn(received, name);
  const freeNames = allowed.filter((name) => !isSet(name) && !usedNames.has(name));
  const value = isMapping(received) ? received[key] : undefined;
  const commonFields = {
    path,
    part: 'name',
    rule: 'unknown-key',
    message: `${groupName} has no setting called \`${truncate(key)}\``,
  } as const;
  const current = findCurrentName(getFormsAt(schema, owner), key);
  if (current !== undefined && isSet(current))
    return createDiagnostic({
      ...commonFields,
      message: `\`${key}\` is now called \`${current}\`, but both are here`,
      label: 'this is the former name',
      related: [{ path: [...owner, current], part: 'name', label: 'this is the current name' }],
      advice: 'delete one of the two lines',
    });
  if (isDefaultSwitch(key, value) && (allowed.includes('hidden') || allowed.includes('status')))
    return createDiagnostic({
      ...commonFields,
      label: 'this is already the default',
      ...createChoiceLabels(key, allowed, undefined),
      fix: { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] },
    });
  const choice = findChoice(key, value, freeNames);
  if (choice) {
    const [name, newText] = choice;
    const correction = `${name}: ${newText}`;
    return createDiagnostic({
      ...commonFields,
      ...createChoiceLabels(key, allowed, name),
      didYouMean: correction,
      fix: {
        title: `write \`${correction}\``,
        safety: 'suggested',
        edits: [
          { path, part: 'name', newText: name },
          { path, newText },
        ],
      },
    });
  }
  const nestedAdvice = createItemAdvice(key, group, freeNames);
  const suggestion = nestedAdvice === undefined ? resolveSetting(key, value, group, freeNames) : undefined;
  const misplacedAdvice = suggestion
    ? undefined
    : (nestedAdvice ??
      createMisplacedBlockAdvice(key, allowed) ??
      createMisplacedSettingAdvice(key, owner, schema) ??
      createMisplacedItemAdvice(key, group) ??
      createLinkAdvice(key, value, group));
  const best = suggestion ?? (misplacedAdvice === undefined ? suggestSetting(key, freeNames) : undefined);
  const isUnfinished = hasGap(best?.newValue);
  return createDiagnostic({
    ...commonFields,
    label:
      owner.length === 0 ? `not a setting of ${chooseArticle(subject)} ${subject}` : 'not a setting of this',
    advice:
      (isUnfinished ? createGapAdvice(best?.name, best?.newValue) : misplacedAdvice) ??
      getMetaAt(schema, owner).otherSettings ??
      (best === undefined ? 'choose one of the settings below, or delete this one' : undefined),
    ...createChoiceLabels(key, allowed, best?.name),
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
        title: `write \`${name}: ${formatFlowValue(newValue)}\``,
        safety: 'suggested',
        edits: [rename, { path, part: 'yaml', newText: formatFlowValue(newValue) }],
      };
}

function suggestSetting(key: string, freeNames: readonly string[]): SettingSuggestion | undefined {
  const name = suggestName(key, freeNames);
  return name === undefined ? undefined : { name };
}

/** Returns advice for a block in a group that accepts only small blocks. */
function createMisplacedBlockAdvice(key: string, allowed: readonly string[]): string | undefined {
  if (!smallTypes.every((type) => allowed.includes(type))) return undefined;
  if (key === 'blocks')
    return `write each small block under its own name, without \`type\`: ${joinNames(smallTypes)}`;
  const smallBlocksText = `only ${joinNames(smallTypes, 'and')} can be used here`;
  return isBlockType(key)
    ? `move the \`${key}\` block to the \`blocks\` of the page; ${smallBlocksText}`
    : undefined;
}

/** Returns advice for a setting that belongs in a sibling group. Considers synonyms only for dates. */
function createMisplacedSettingAdvice(key: string, owner: Path, schema: z.ZodType): string | undefined {
  const synonyms = findSettingsByWord(key);
  const [target, otherTarget] = getNamesAt(schema, owner).flatMap((group) =>
    getNamesAt(schema, [...owner, group]).flatMap((name) => {
      const isDate = getMetaAt(schema, [...owner, group, name]).date !== undefined;
      return isSameWord(name, key) || (isDate && synonyms.includes(name)) ? [{ group, name }] : [];
    }),
  );
  if (!target || otherTarget) return undefined;
  return `write it ${target.name === key ? '' : `as \`${target.name}\` `}in \`${target.group}\`, where it belongs`;
}

/** Returns advice for a setting that belongs in the items of a missing list, such as `question` in an `faq` block. */
function createItemAdvice(
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
function createMisplacedItemAdvice(key: string, { path, schema, subject }: SettingGroup): string | undefined {
  if (getMetaAt(schema, path).otherSettings !== undefined) return undefined;
  const list = getNamesAt(schema, path).find((name) => getNamesAt(schema, [...path, name, 0]).includes(key));
  if (list !== undefined)
    return `each item of \`${list}\` can have ${addArticle(key)}; if it belongs to one of them, move it there`;
  const ownerDepth = path.findLastIndex((_, length) =>
    getNamesAt(schema, path.slice(0, length)).includes(key),
  );
  if (ownerDepth === -1) return undefined;
  const owner = ownerDepth === 0 ? `the ${subject}` : formatSettingName(path.slice(0, ownerDepth));
  return `${owner} can have ${addArticle(key)}; if it belongs there, move it`;
}

/** Returns advice for a link setting in a group that allows links only inside text. */
function createLinkAdvice(key: string, value: unknown, { path, schema }: SettingGroup): string | undefined {
  const isLink = [key, ...findSettingsByWord(key)].some((name) => name === 'to' || name === 'href');
  if (!isLink || typeof value !== 'string' || !/^(?:\/|https:)/.test(value)) return undefined;
  const isText = (name: string) =>
    /^(?:inline|block)-text$/.test(getMetaAt(schema, [...path, name]).refersTo ?? '');
  const text = getNamesAt(schema, path).find(isText);
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
  const existingKeys = isMapping(received) ? Object.keys(received) : [];
  const forms = getFormsAt(schema, owner).map(getSchemaKeys);
  const allNames = new Set(forms.flat());
  // Skip settings that cannot be combined with existing settings. For example, a group cannot have both `to` and
  // `href`.
  const isAllowed = (name: string) =>
    forms.some(
      (names) =>
        names.includes(name) &&
        existingKeys.every((existingKey) => names.includes(existingKey) || !allNames.has(existingKey)),
    );
  const getFieldMeta = (name: string) => getMetaAt(schema, [...owner, name]);
  const candidates = [
    ...freeNames.filter((name) => isSameWord(name, key)),
    ...freeNames.filter((name) =>
      getFieldMeta(name)
        .otherNames?.split(' ')
        .some((synonym) => isSameWord(synonym, key)),
    ),
    ...findSettingsByWord(key).filter((name) => freeNames.includes(name)),
  ];
  const isExcluded = (name: string) =>
    getFieldMeta(name)
      .notCalled?.split(' ')
      .some((synonym) => isSameWord(synonym, key)) === true;
  for (const name of candidates.filter((candidate) => isAllowed(candidate) && !isExcluded(candidate))) {
    const schemas = getWrappedSchemasAt(schema, [...owner, name]);
    if (schemas.some((schema) => isValidKind(value, schema))) return { name };
    const newValue = schemas
      .map((schema) => reshapeValue(value, schema, name))
      .find((reshaped) => reshaped !== undefined);
    if (newValue !== undefined) return { name, newValue };
    // If a list contains text such as `one, two`, only the setting name is corrected now. The value is reported once
    // the name is correct.
    const isList = schemas.some((schema) =>
      getForms(schema).some((form) => form.schema instanceof z.ZodArray),
    );
    if (isList && typeof value === 'string' && canBeItems(value, wordLists.has(name))) return { name };
  }
  return undefined;
}
