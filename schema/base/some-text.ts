import { isMapping } from './is-mapping.ts';

/** Whether any text in data passes a test. */
export function someText(data: unknown, test: (text: string) => boolean): boolean {
  if (typeof data === 'string') return test(data);
  if (Array.isArray(data)) return data.some((item) => someText(item, test));
  return isMapping(data) && Object.values(data).some((item) => someText(item, test));
}
