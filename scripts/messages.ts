import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { contactFolder, openContactStore, type StoredMessage } from './contact-store.ts';

interface Wishes {
  data: string;
  json: boolean;
}

function readWishes(): Wishes | undefined {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string', default: '.data' }, json: { type: 'boolean', default: false } },
    });
    return values;
  } catch (problem) {
    const [sentence] = (problem instanceof Error ? problem.message : String(problem)).split(/\.\s/);
    console.error(`messages: ${sentence}. It takes --data DIR and --json.`);
    return undefined;
  }
}

async function readMessages(directory: string): Promise<StoredMessage[]> {
  if (!existsSync(contactFolder(directory))) return [];
  const store = openContactStore(directory);
  try {
    return await store.list();
  } finally {
    await store.close();
  }
}

function readable(message: StoredMessage): string {
  const from = `${message.name} <${message.email}>${message.company === null ? '' : `, ${message.company}`}`;
  const others = Object.entries(message.other).map(([name, value]) => `\n${name}: ${value}`);
  const text = message.message + (others.length > 0 ? `\n${others.join('')}` : '');
  const date = message.receivedAt.slice(0, 16).replace('T', ' ');
  return `${date} UTC  ${harmless(from).replaceAll('\n', ' ')}\n${harmless(text).replace(/^(?=.)/gm, '    ')}\n`;
}

/** Visitors write what they like, also the signs that make a terminal do things. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

const wishes = readWishes();
if (!wishes) {
  process.exitCode = 2;
} else {
  try {
    const messages = await readMessages(wishes.data);
    if (wishes.json) console.log(JSON.stringify(messages, null, 2));
    else console.log(messages.length === 0 ? 'No messages yet.' : messages.map(readable).join('\n'));
  } catch (problem) {
    console.error(`messages: ${problem instanceof Error ? problem.message : String(problem)}`);
    process.exitCode = 1;
  }
}
