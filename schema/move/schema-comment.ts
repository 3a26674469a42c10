/** Matches the comment that tells editors which schema a file has: `# yaml-language-server: $schema=../schema.json`. */
const schemaComment = /^#[ \t]*yaml-language-server[ \t]*:[ \t]*\$schema[ \t]*=[ \t]*(\S+)/;

/**
 * Updates the schema path in the comments at the start of a moved file, and returns the new content. The schema path is
 * relative to the folder that contains the file. `from` and `to` are the old and the new path of the file in the pages
 * folder.
 */
export function updateSchemaComment(text: string, from: string, to: string): string {
  const [head = ''] = /^\uFEFF?(?:[ \t]*(?:#.*)?(?:\r?\n|$))*/.exec(text) ?? [];
  const lines = head.split('\n').map((line) => {
    const lineWithoutMark = line.replace(/^\uFEFF/, '');
    const [match, path] = schemaComment.exec(lineWithoutMark) ?? [];
    const isRelative = path !== undefined && !/^(?:[a-z][a-z+.-]*:|\/)/i.test(path);
    if (match === undefined || !isRelative) return line;
    const end = line.length - lineWithoutMark.length + match.length;
    return line.slice(0, end - path.length) + rebasePath(path, from, to) + line.slice(end);
  });
  return lines.join('\n') + text.slice(head.length);
}

/** Converts a path relative to the folder of `from` to a path relative to the folder of `to`. */
function rebasePath(path: string, from: string, to: string): string {
  const [oldFolder, newFolder] = [splitFolders(from), splitFolders(to)];
  if (oldFolder.join('/') === newFolder.join('/')) return path;
  const target = [...oldFolder];
  for (const step of path.split('/')) {
    if (step === '..' && target.length > 0 && target.at(-1) !== '..') target.pop();
    else if (step !== '.' && step !== '') target.push(step);
  }
  let sharedDepth = 0;
  while (sharedDepth < target.length - 1 && newFolder[sharedDepth] === target[sharedDepth]) sharedDepth++;
  return [...newFolder.slice(sharedDepth).map(() => '..'), ...target.slice(sharedDepth)].join('/');
}

const splitFolders = (file: string): string[] => file.split('/').slice(0, -1);
