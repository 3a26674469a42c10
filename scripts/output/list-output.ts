import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areSame, type Traces, tracesOf, type WrittenRecord } from './written-record.ts';

/** What an output holds at present. */
export interface Listed {
  /** Paths of files, each with the traces that the last build noted, if it did. */
  files: Map<string, Traces | undefined>;
  folders: Set<string>;
  /** Links, and whatever else no build makes. */
  others: string[];
}

/** What an output holds that is known to be as a build left it. */
export function listedIn(record: WrittenRecord): Listed {
  const files = [...record.values()].flatMap((folder) => folder.files);
  return { files: new Map(files), folders: new Set([...record.keys()].filter(Boolean)), others: [] };
}

/** Lists a folder; those folders that are as a build left them are not read again. */
export function listOutput(root: string, record: WrittenRecord = new Map()): Listed {
  const listed: Listed = { files: new Map(), folders: new Set(), others: [] };
  const list = (folder: string): void => {
    const written = record.get(folder);
    if (written && areSame(written.traces, tracesOf(join(root, folder)))) {
      for (const [path, traces] of written.files) listed.files.set(path, traces);
      for (const path of written.folders) visit(path);
      return;
    }
    const traces = new Map(written?.files);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) listed.files.set(path, traces.get(path));
      else listed.others.push(path);
    }
  };
  const visit = (folder: string): void => {
    listed.folders.add(folder);
    list(folder);
  };
  if (existsSync(root)) list('');
  return listed;
}
