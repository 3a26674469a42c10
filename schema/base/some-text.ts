import { isMapping } from './is-mapping.ts';

/** Whether any text in data passes a test. */
export function someText(data: unknown, test: (text: string) => boolean): boolean {
  if (typeof data === 'string') return test(data);
  if (Array.isArray(data)) {
    for (const item of data) if (someText(item, test)) return true;
  } else if (isMapping(data)) {
    for (const key in data) if (someText(data[key], test)) return true;
  }
  return false;
}
