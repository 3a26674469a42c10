import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

// The lower bound for the YAML part of the checker: parses all files in a folder on several threads.
const [folder = '', threads = '1'] = process.argv.slice(2);
const count = Number(threads);
const firstIndex = isMainThread ? 0 : (workerData as number); // the main thread passes the index to each worker
if (isMainThread)
  for (let thread = 1; thread < count; thread++)
    new Worker(import.meta.filename, { argv: [folder, threads], workerData: thread }).on('error', (error) => {
      throw error;
    });
const files = globSync('**/*.yaml', { cwd: folder }).toSorted();
for (let index = firstIndex; index < files.length; index += count)
  parse(readFileSync(join(folder, files[index] ?? ''), 'utf8'));
