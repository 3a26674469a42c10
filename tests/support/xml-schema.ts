import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Whether this machine can run a Java program from its source. */
export const hasJavaCompiler: boolean =
  spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout?.includes('jdk.compiler') ?? false;

/** What is wrong with a document by an XML schema; nothing, if nothing is. */
export function xmlDiagnostic(schema: string, document: string): string | undefined {
  const { status, stderr } = spawnSync(
    'java',
    ['-XX:TieredStopAtLevel=1', join(import.meta.dirname, 'ValidateXml.java'), schema],
    {
      input: document,
      encoding: 'utf8',
    },
  );
  return status === 0 ? undefined : (/cvc-.*|SAXParseException.*/.exec(stderr)?.[0] ?? stderr);
}
