import type { Reasons } from './english.ts';

export const polish: Reasons = {
  required: 'Prosimy wypełnić to pole.',
  choose: 'Prosimy wybrać jedną z możliwości.',
  chooseSome: 'Prosimy wybrać co najmniej jedną z możliwości.',
  tick: 'Aby przejść dalej, prosimy zaznaczyć to pole.',
  email: 'Prosimy podać adres e-mail, na przykład nazwa@example.com.',
  url: 'Prosimy podać adres strony, na przykład https://www.example.com.',
  number: 'Prosimy podać liczbę.',
  whole: 'Prosimy podać liczbę całkowitą.',
  step: 'Prosimy podać liczbę, na przykład {below} lub {above}.',
  least: 'Prosimy podać liczbę nie mniejszą niż {least}.',
  most: 'Prosimy podać liczbę nie większą niż {most}.',
  date: 'Prosimy podać datę.',
  earliest: 'Prosimy wybrać dzień nie wcześniejszy niż {earliest}.',
  latest: 'Prosimy wybrać dzień nie późniejszy niż {latest}.',
  short: 'Liczba znaków: {length}. Potrzeba co najmniej {least}.',
  long: 'Liczba znaków: {length}. Można wysłać najwyżej {most}.',
  pattern: 'Prosimy zachować wymaganą postać.',
};
