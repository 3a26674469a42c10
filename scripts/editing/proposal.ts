import { count } from '../../schema/base/text.ts';
import type { ListedFile } from './change-list.ts';

/** Maximum length of the first line of a commit message, in characters. */
export const maxTitle = 72;

const verbs = { new: 'Add', changed: 'Change', deleted: 'Delete', moved: 'Move' } as const;

/** Suggests a title for the changes, as an author would write it. */
export function suggestTitle(files: readonly ListedFile[]): string {
  const [only] = files;
  const [change] = only?.changes ?? [];
  const label = change?.where.at(-1);
  const first =
    files.length === 1 &&
    only?.kind === 'changed' &&
    only.changes.length === 1 &&
    change &&
    label !== undefined;
  const proposals = [
    ...(first ? [titleOfChange(only, label, change.note)] : []),
    ...(files.length === 1 && only?.kind === 'moved' ? [`Move ${nameOf(only)} to ${only.route}`] : []),
    byVerb(files, (some) => inWords(some.map(nameOf))),
    byVerb(files, (some) => countOf(some)),
  ];
  return proposals.find((one) => one.length <= maxTitle) ?? `Change ${countOf(files)}`;
}

function titleOfChange(file: ListedFile, label: string, note: string | undefined): string {
  const thing = label.startsWith('Shared') ? label : label.charAt(0).toLowerCase() + label.slice(1);
  if (note?.startsWith('Moved')) return `Move ${thing} on ${nameOf(file)}`;
  if (note === 'New') return `Add ${thing} to ${nameOf(file)}`;
  if (note === 'Deleted') return `Delete ${thing} from ${nameOf(file)}`;
  return `Change ${thing} of ${nameOf(file)}`;
}

function byVerb(files: readonly ListedFile[], words: (files: readonly ListedFile[]) => string): string {
  const parts = (Object.keys(verbs) as (keyof typeof verbs)[]) // the keys of an object literal
    .map((kind) => [verbs[kind], files.filter((file) => file.kind === kind)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([verb, some], at) => `${at === 0 ? verb : verb.toLowerCase()} ${words(some)}`);
  return parts.join(', ');
}

const nameOf = ({ title }: ListedFile): string =>
  /^(?:Whole site|Shared block|Picture|File)/.test(title)
    ? `${title === 'Whole site' ? 'the ' : ''}${title.charAt(0).toLowerCase()}${title.slice(1)}`
    : title;

const inWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

function countOf(files: readonly ListedFile[]): string {
  const pages = files.filter(({ route }) => route !== undefined).length;
  const others = files.length - pages;
  return inWords([
    ...(pages > 0 ? [count(pages, 'page')] : []),
    ...(others > 0 ? [count(others, pages > 0 ? 'other file' : 'file')] : []),
  ]);
}

/** Returns the commit message: the title and the text of the request. */
export const commitMessage = (title: string, note: string, files: readonly ListedFile[]): string =>
  `${title}\n\n${requestText(note, files)}\n`;

/** Returns the text of the request: the author's note and a list of the changed files. */
export function requestText(note: string, files: readonly ListedFile[]): string {
  const lines = files.map(({ title: name, route, oldRoute, paths, kind, changes }) => {
    const where = oldRoute === undefined ? (route ?? paths.at(-1)) : `${oldRoute} → ${route}`;
    const what = kind === 'changed' && changes.length > 0 ? count(changes.length, 'change') : kind;
    return `- ${name.replaceAll(/\s+/g, ' ')} (${where}): ${what}`;
  });
  return [...(note.trim() === '' ? [] : [note.trim()]), lines.join('\n')].join('\n\n');
}

/** Returns a branch name such as `edit/answer-who-picks-up`, with a number if it is taken. */
export function branchFor(title: string, taken: ReadonlySet<string>, day: Date): string {
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
  // If a branch is called `edit`, git cannot create `edit/name`.
  const first = `${taken.has('edit') ? 'edits' : 'edit'}/${name}`;
  let free = first;
  for (let number = 2; taken.has(free); number++) free = `${first}-${number}`;
  return free;
}
