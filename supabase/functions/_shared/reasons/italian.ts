import type { Reasons } from './english.ts';

export const italian: Reasons = {
  required: 'La preghiamo di compilare questo campo.',
  choose: 'La preghiamo di scegliere una risposta.',
  chooseSome: 'La preghiamo di scegliere almeno una risposta.',
  tick: 'La preghiamo di spuntare questa casella per continuare.',
  email: 'La preghiamo di indicare un indirizzo e-mail come nome@example.com.',
  url: 'La preghiamo di indicare un indirizzo web come https://www.example.com.',
  number: 'La preghiamo di indicare un numero.',
  whole: 'La preghiamo di indicare un numero intero.',
  step: 'La preghiamo di indicare un numero come {below} o {above}.',
  least: 'La preghiamo di indicare {least} o più.',
  most: 'La preghiamo di indicare {most} o meno.',
  date: 'La preghiamo di indicare una data.',
  earliest: 'La preghiamo di scegliere il giorno {earliest} o uno successivo.',
  latest: 'La preghiamo di scegliere il giorno {latest} o uno precedente.',
  short: 'Sono {length} caratteri e ne servono almeno {least}.',
  long: 'Sono {length} caratteri e se ne possono inviare al massimo {most}.',
  pattern: 'La preghiamo di rispettare la forma richiesta.',
};
