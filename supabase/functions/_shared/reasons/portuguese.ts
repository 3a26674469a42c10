import type { Reasons } from './english.ts';

export const portuguese: Reasons = {
  required: 'Preencha este campo, por favor.',
  choose: 'Escolha uma das opções, por favor.',
  chooseSome: 'Escolha pelo menos uma das opções, por favor.',
  tick: 'Assinale esta caixa para continuar, por favor.',
  email: 'Indique um endereço de e-mail como nome@example.com, por favor.',
  url: 'Indique um endereço web como https://www.example.com, por favor.',
  number: 'Indique um número, por favor.',
  whole: 'Indique um número inteiro, por favor.',
  step: 'Indique um número como {below} ou {above}, por favor.',
  least: 'Indique {least} ou mais, por favor.',
  most: 'Indique {most} ou menos, por favor.',
  date: 'Indique uma data, por favor.',
  earliest: 'Escolha o dia {earliest} ou um posterior, por favor.',
  latest: 'Escolha o dia {latest} ou um anterior, por favor.',
  short: 'São {length} carateres e são precisos pelo menos {least}.',
  long: 'São {length} carateres e podem ser enviados no máximo {most}.',
  pattern: 'Respeite a forma pedida, por favor.',
};
