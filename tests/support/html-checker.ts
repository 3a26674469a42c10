import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { promisify } from 'node:util';

/** A message of the Nu HTML checker. */
interface Message {
  type: 'error' | 'info' | 'non-document-error';
  subType?: 'warning' | 'fatal' | 'internal';
  url?: string;
  message: string;
  extract?: string;
  /** The offset of the highlighted part in the excerpt. */
  hiliteStart?: number;
  hiliteLength?: number;
}

const program = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

/** Whether this machine can run the checker, which is a Java program. */
export const hasJava: boolean = spawnSync('java', ['-version']).status === 0;

// The checker does not know container queries (a property, an at-rule and units) or `vector-effect` of SVG.
const unknownCss =
  /^CSS: (“(container-(type|name)|vector-effect)”: Property|Unrecognized at-rule “@container”)/;
const unknownUnit = /^CSS: “[\w-]+”: (Unknown dimension|Parse Error)\.?$/;
const containerUnit = /(^|[\s(:,+*-])\d*\.?\d+cq([whib]|min|max)(?![\w%-])/i;

/** Returns whether a message is about valid CSS that the checker does not know yet. */
function isAboutNewCss({ message, extract = '', hiliteStart = 0, hiliteLength = 0 }: Message): boolean {
  if (!unknownUnit.test(message)) return unknownCss.test(message);
  // The excerpt may include neighbours: use only the highlighted declaration.
  const declaration = extract
    .slice(0, hiliteStart + hiliteLength)
    .split(/[;{}]/)
    .at(-1);
  return containerUnit.test(declaration ?? '');
}

/**
 * Returns the errors and warnings in HTML files, each with the files that have it. One run checks all files,
 * because starting the checker takes longest.
 */
export async function findHtmlDiagnostics(folder: string, files: readonly string[]): Promise<string[]> {
  const run = await promisify(execFile)(
    'java',
    // Java settings for a short run, without expensive compilation.
    [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Xss4m',
      '-jar',
      program,
      '--stdout',
      '--exit-zero-always',
      '--format',
      'json',
      ...files,
    ],
    { maxBuffer: 256 * 1024 * 1024 },
  );
  const { messages } = JSON.parse(run.stdout) as { messages: Message[] }; // the documented format
  const documentsByDiagnostic = new Map<string, Set<string>>();
  for (const item of messages) {
    const { type, subType, url, message, extract } = item;
    // Skip information, such as a hint that the slash of a void element has no effect.
    if (type === 'info' && subType !== 'warning') continue;
    if (isAboutNewCss(item)) continue;
    const diagnostic = `${type === 'info' ? 'warning' : type}: ${message} ${extract ?? ''}`.trim();
    const documents = documentsByDiagnostic.get(diagnostic) ?? new Set();
    documentsByDiagnostic.set(diagnostic, documents.add(url ? relative(folder, new URL(url).pathname) : ''));
  }
  return [...documentsByDiagnostic].map(
    ([diagnostic, documents]) =>
      `${diagnostic} — in ${documents.size}: ${[...documents].slice(0, 3).join(', ')}`,
  );
}
