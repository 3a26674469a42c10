import { z } from 'zod';
import { isMapping, type Path, getValueAt } from '../base/data.ts';
import {
  formatKindAdvice,
  describeExpectedKind,
  describeKind,
  joinNames,
  formatSettingName,
} from '../diagnostics/wording.ts';
import { type Diagnostic, createDiagnostic, type DataLocation } from '../diagnostics/diagnostic.ts';
import { getSchemasAt } from './schema-paths.ts';

type Issue = z.core.$ZodIssue;

/** A problem with a value that can have several forms, or the issues or unknown keys to report instead. */
type UnionProblem =
  | { problem: Diagnostic<DataLocation> }
  | { issues: readonly Issue[] }
  | { unknownKeys: readonly string[] };

/** Finds the form that a value most likely should have, and returns the problem with that form. */
export function resolveUnionIssue(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.ZodType,
  data: unknown,
): UnionProblem {
  const path = issue.path as Path; // no symbols in plain data
  const received = getValueAt(data, path);
  const forms = issue.errors.map((inner) =>
    inner.map((innerIssue) => ({ ...innerIssue, path: [...issue.path, ...innerIssue.path] }) as Issue),
  ); // issues with full paths
  const groups = getSchemasAt(schema, path).flatMap((form) =>
    form instanceof z.ZodObject ? [Object.keys(form.shape)] : [],
  );
  if (!isMapping(received) || groups.length === 0)
    return createWrongKindDiagnostic(path, received, forms, groups.flat());
  const knownKeys = new Set(groups.flat());
  const unknownKeys = Object.keys(received).filter((key) => !knownKeys.has(key));
  if (unknownKeys.length > 0) return { unknownKeys };

  const keys = Object.keys(received);
  const matchingGroups = groups.filter((names) => keys.every((name) => names.includes(name)));
  const note = issue.message === 'Invalid input' ? undefined : issue.message;
  if (matchingGroups.length === 0)
    return { problem: { ...createExclusiveKeysDiagnostic(path, keys, groups), note } };
  // The most likely form is the group with the fewest issues.
  const otherFormCodes = ['unrecognized_keys', 'invalid_type', 'invalid_value'];
  const matchingForms = forms
    .filter(
      (form) =>
        !form.some(
          (formIssue) =>
            otherFormCodes.includes(formIssue.code ?? '') && formIssue.path.length === path.length,
        ),
    )
    .toSorted((a, b) => a.length - b.length);
  const [best, next] = matchingForms;
  if (!best) {
    const message = `${formatSettingName(path)} is not complete`;
    return { problem: createDiagnostic({ path, rule: 'one-of', message, note }) };
  }
  const isMissing = ({ path }: Issue) => getValueAt(data, path as Path) === undefined; // no symbols in plain data
  const isAmbiguous = next?.length === best.length && best.some(isMissing);
  return isAmbiguous
    ? { problem: { ...createMissingAlternativesDiagnostic(path, keys, matchingForms, data), note } }
    : { issues: best };
}

/** Reports two settings that cannot be combined. */
function createExclusiveKeysDiagnostic(
  path: Path,
  keys: readonly string[],
  groups: readonly (readonly string[])[],
): Diagnostic<DataLocation> {
  const [bestGroup = []] = groups.toSorted(
    (a, b) => keys.filter((name) => b.includes(name)).length - keys.filter((name) => a.includes(name)).length,
  );
  const extra = keys.find((name) => !bestGroup.includes(name)) ?? '';
  const conflicting =
    keys.find((name) => groups.every((names) => !names.includes(name) || !names.includes(extra))) ?? '';
  return createDiagnostic({
    path: [...path, extra],
    part: 'name',
    rule: 'one-of',
    message: `${formatSettingName(path)} cannot have both \`${conflicting}\` and \`${extra}\``,
    label: 'keep one of the two settings',
    related: [{ path: [...path, conflicting], part: 'name', label: 'this is the other setting' }],
    advice: `delete \`${conflicting}\` or \`${extra}\``,
  });
}

function createMissingAlternativesDiagnostic(
  path: Path,
  keys: readonly string[],
  matchingForms: readonly (readonly Issue[])[],
  data: unknown,
): Diagnostic<DataLocation> {
  const missing = matchingForms
    .flat()
    .map((issue) => issue.path as Path) // no symbols in plain data
    .filter((issuePath) => issuePath.length === path.length + 1 && getValueAt(data, issuePath) === undefined)
    .map((issuePath) => String(issuePath.at(-1)));
  const missingNames = [...new Set(missing)].filter((name) => !keys.includes(name));
  return createDiagnostic({
    path,
    rule: 'one-of',
    message: `${formatSettingName(path)} needs ${joinNames(missingNames)}`,
    label: 'none of these settings is set',
    advice: 'add one of these settings',
  });
}

/** Reports a value of the wrong kind, such as text instead of a group. */
function createWrongKindDiagnostic(
  path: Path,
  received: unknown,
  forms: readonly (readonly Issue[])[],
  names: readonly string[],
): UnionProblem {
  // The alternatives of a union can expect different types, such as text or a list. Report only the issues of the first
  // alternative that accepts the type of the value.
  const getIssueKind = (issue: Issue) =>
    issue.code === 'invalid_type' && issue.path.length === path.length ? issue.expected : [];
  const sameKind = forms.find((form) => form.flatMap(getIssueKind).length === 0);
  if (sameKind) return { issues: sameKind };
  const kinds = forms.flat().flatMap(getIssueKind);
  const kindNames = [...new Set(kinds.map(describeExpectedKind))];
  return {
    problem: createDiagnostic({
      path,
      rule: 'wrong-type',
      message: `${formatSettingName(path)} must be ${kindNames.join(' or ')}, but this is ${describeKind(received)}`,
      label: `this is ${describeKind(received)}`,
      advice: formatKindAdvice(kinds[0] ?? 'string', path, names),
      expected: kinds.includes('string') ? 'text' : undefined,
    }),
  };
}
