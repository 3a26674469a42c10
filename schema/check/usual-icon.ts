import type { Names } from './reference-context.ts';

/** What the icon set has called otherwise, or what people call it. */
const otherNames: Record<string, string> = {
  home: 'house',
  email: 'mail',
  edit: 'pencil',
  delete: 'trash',
  help: 'circle-question-mark',
  question: 'circle-question-mark',
  close: 'x',
  tick: 'check',
  money: 'banknote',
  location: 'map-pin',
  people: 'users',
  person: 'user',
  time: 'clock',
  warning: 'triangle-alert',
};

/** The icon that is meant by a usual word for it. */
export function usualIcon(written: string, icons: Pick<Names, 'has'>): string | undefined {
  const name = Object.hasOwn(otherNames, written) ? otherNames[written] : undefined;
  return name !== undefined && icons.has(name) ? name : undefined;
}
