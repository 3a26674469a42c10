import { formatCount } from '../../schema/base/text.ts';
import type { ListedFile } from './change-list.ts';

/** Maximum length of the first line of a commit message, in characters. */
export const maxTitle = 72;

const verbsByKind = { new: 'Add', changed: 'Change', deleted: 'Delete', moved: 'Move' } as const;

/** Returns a suggested title for changes, such as `Change 3 pages`. */
export function suggestTitle(files: readonly ListedFile[]): string {
  const [only] = files;
  const [change] = only?.changes ?? [];
  const label = change?.where.at(-1);
  const isSingleChange =
    files.length === 1 &&
    only?.kind === 'changed' &&
    only.changes.length === 1 &&
    change &&
    label !== undefined;
  const candidates = [
    ...(isSingleChange ? [toChangeTitle(only, label, change.note)] : []),
    ...(files.length === 1 && only?.kind === 'moved' ? [`Move ${nameFile(only)} to ${only.route}`] : []),
    groupByAction(files, (groupedFiles) => joinNames(groupedFiles.map(nameFile))),
    groupByAction(files, (groupedFiles) => countFiles(groupedFiles)),
  ];
  return candidates.find((candidate) => candidate.length <= maxTitle) ?? `Change ${countFiles(files)}`;
}

function toChangeTitle(file: ListedFile, label: string, note: string | undefined): string {
  const changeName = label.startsWith('Shared') ? label : label.charAt(0).toLowerCase() + label.slice(1);
  if (note?.startsWith('Moved')) return `Move ${changeName} on ${nameFile(file)}`;
  if (note === 'New') return `Add ${changeName} to ${nameFile(file)}`;
  if (note === 'Deleted') return `Delete ${changeName} from ${nameFile(file)}`;
  return `Change ${changeName} of ${nameFile(file)}`;
}

function groupByAction(
  files: readonly ListedFile[],
  describeFiles: (files: readonly ListedFile[]) => string,
): string {
  const parts = (Object.keys(verbsByKind) as (keyof typeof verbsByKind)[]) // the keys of an object literal
    .map((kind) => [verbsByKind[kind], files.filter((file) => file.kind === kind)] as const)
    .filter(([, groupedFiles]) => groupedFiles.length > 0)
    .map(
      ([verb, groupedFiles], index) =>
        `${index === 0 ? verb : verb.toLowerCase()} ${describeFiles(groupedFiles)}`,
    );
  return parts.join(', ');
}

const nameFile = ({ title }: ListedFile): string =>
  /^(?:Whole site|Shared block|Picture|File)/.test(title)
    ? `${title === 'Whole site' ? 'the ' : ''}${title.charAt(0).toLowerCase()}${title.slice(1)}`
    : title;

const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

function countFiles(files: readonly ListedFile[]): string {
  const pages = files.filter(({ route }) => route !== undefined).length;
  const others = files.length - pages;
  return joinNames([
    ...(pages > 0 ? [formatCount(pages, 'page')] : []),
    ...(others > 0 ? [formatCount(others, pages > 0 ? 'other file' : 'file')] : []),
  ]);
}

/** Returns the commit message: the title, followed by the request text. */
export const toCommitMessage = (title: string, note: string, files: readonly ListedFile[]): string =>
  `${title}\n\n${toRequestText(note, files)}\n`;

/** Returns the request text: the author's note, and a list of the changed files. */
export function toRequestText(note: string, files: readonly ListedFile[]): string {
  const lines = files.map(({ title: name, route, oldRoute, paths, kind, changes }) => {
    const location = oldRoute === undefined ? (route ?? paths.at(-1)) : `${oldRoute} → ${route}`;
    const summary = kind === 'changed' && changes.length > 0 ? formatCount(changes.length, 'change') : kind;
    return `- ${name.replaceAll(/\s+/g, ' ')} (${location}): ${summary}`;
  });
  return [...(note.trim() === '' ? [] : [note.trim()]), lines.join('\n')].join('\n\n');
}

/** Returns an unused branch name such as `edit/answer-who-picks-up`. A number is added if the name is taken. */
export function toBranchName(title: string, takenNames: ReadonlySet<string>, day: Date): string {
  const words = title
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let name = '';
  for (const word of words ?? [])
    if (name.length + word.length < 40) name += `${name === '' ? '' : '-'}${word}`;
  if (name === '') name = `changes-${day.toISOString().slice(0, 10)}`;
  // If a branch is called `edit`, use `edits/`, because git then cannot create `edit/name`.
  const firstName = `${takenNames.has('edit') ? 'edits' : 'edit'}/${name}`;
  let uniqueName = firstName;
  for (let number = 2; takenNames.has(uniqueName); number++) uniqueName = `${firstName}-${number}`;
  return uniqueName;
}
