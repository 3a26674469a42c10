import type { Reasons } from './english.ts';

export const german: Reasons = {
  required: 'Bitte füllen Sie dieses Feld aus.',
  choose: 'Bitte wählen Sie eine Möglichkeit aus.',
  chooseSome: 'Bitte wählen Sie mindestens eine Möglichkeit aus.',
  tick: 'Bitte setzen Sie hier einen Haken, um fortzufahren.',
  email: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com an.',
  url: 'Bitte geben Sie eine Webadresse wie https://www.example.com an.',
  number: 'Bitte geben Sie eine Zahl an.',
  whole: 'Bitte geben Sie eine ganze Zahl an.',
  step: 'Bitte geben Sie eine Zahl wie {below} oder {above} an.',
  least: 'Bitte geben Sie {least} oder mehr an.',
  most: 'Bitte geben Sie {most} oder weniger an.',
  date: 'Bitte geben Sie ein Datum an.',
  earliest: 'Bitte wählen Sie den {earliest} oder einen späteren Tag.',
  latest: 'Bitte wählen Sie den {latest} oder einen früheren Tag.',
  short: 'Das sind {length} Zeichen, und mindestens {least} werden gebraucht.',
  long: 'Das sind {length} Zeichen, und höchstens {most} können gesendet werden.',
  pattern: 'Bitte geben Sie dies in der verlangten Form an.',
};
