import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { promisify } from 'node:util';

/** A message from the Nu HTML checker. */
interface Message {
  type: 'error' | 'info' | 'non-document-error';
  subType?: 'warning' | 'fatal' | 'internal';
  url?: string;
  message: string;
  extract?: string;
  /** The offset of the highlighted text in the excerpt. */
  hiliteStart?: number;
  hiliteLength?: number;
}

const program = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

/** Whether Java is installed, which the HTML checker needs. */
export const hasJava: boolean = spawnSync('java', ['-version']).status === 0;

// The checker does not know container queries (a property, an at-rule and units) or the SVG property `vector-effect`.
const unknownCss =
  /^CSS: (“(container-(type|name)|vector-effect)”: Property|Unrecognized at-rule “@container”)/;
const unknownUnit = /^CSS: “[\w-]+”: (Unknown dimension|Parse Error)\.?$/;
const containerUnit = /(^|[\s(:,+*-])\d*\.?\d+cq([whib]|min|max)(?![\w%-])/i;

/** Returns whether the checker complains about valid CSS that it does not know yet. */
function isAboutNewCss({ message, extract = '', hiliteStart = 0, hiliteLength = 0 }: Message): boolean {
  if (!unknownUnit.test(message)) return unknownCss.test(message);
  // The excerpt may include neighbouring code, so use only the highlighted declaration.
  const declaration = extract
    .slice(0, hiliteStart + hiliteLength)
    .split(/[;{}]/)
    .at(-1);
  return containerUnit.test(declaration ?? '');
}

/**
 * Returns the errors and warnings in HTML files, each with the names of the files that contain it. A single run checks
 * all files, because starting the checker takes most of the time.
 */
export async function findHtmlDiagnostics(folder: string, files: readonly string[]): Promise<string[]> {
  const run = await promisify(execFile)(
    'java',
    // These Java options suit a short run, because they avoid expensive compilation.
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
  const { messages } = JSON.parse(run.stdout) as { messages: Message[] }; // the checker documents this format
  const documentsByDiagnostic = new Map<string, Set<string>>();
  for (const item of messages) {
    const { type, subType, url, message, extract } = item;
    // Skip messages that are only information, such as that the slash in a void element has no effect.
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
