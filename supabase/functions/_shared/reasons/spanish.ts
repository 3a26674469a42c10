import type { Reasons } from './english.ts';

export const spanish: Reasons = {
  required: 'Rellene este campo, por favor.',
  choose: 'Elija una de las opciones, por favor.',
  chooseSome: 'Elija al menos una de las opciones, por favor.',
  tick: 'Marque esta casilla para continuar, por favor.',
  email: 'Escriba una dirección de correo como nombre@example.com, por favor.',
  url: 'Escriba una dirección web como https://www.example.com, por favor.',
  number: 'Escriba un número, por favor.',
  whole: 'Escriba un número entero, por favor.',
  step: 'Escriba un número como {below} o {above}, por favor.',
  least: 'Escriba {least} o más, por favor.',
  most: 'Escriba {most} o menos, por favor.',
  date: 'Indique una fecha, por favor.',
  earliest: 'Elija el {earliest} o un día posterior, por favor.',
  latest: 'Elija el {latest} o un día anterior, por favor.',
  short: 'Son {length} caracteres y hacen falta {least} como mínimo.',
  long: 'Son {length} caracteres y se pueden enviar {most} como máximo.',
  pattern: 'Respete la forma que se pide, por favor.',
};
