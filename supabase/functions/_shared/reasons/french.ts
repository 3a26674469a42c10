import type { Reasons } from './english.ts';

export const french: Reasons = {
  required: 'Veuillez remplir ce champ.',
  choose: 'Veuillez choisir une réponse.',
  chooseSome: 'Veuillez choisir au moins une réponse.',
  tick: 'Veuillez cocher cette case pour continuer.',
  email: 'Veuillez indiquer une adresse e-mail comme nom@example.com.',
  url: 'Veuillez indiquer une adresse web comme https://www.example.com.',
  number: 'Veuillez indiquer un nombre.',
  whole: 'Veuillez indiquer un nombre entier.',
  step: 'Veuillez indiquer un nombre comme {below} ou {above}.',
  least: 'Veuillez indiquer {least} ou plus.',
  most: 'Veuillez indiquer {most} ou moins.',
  date: 'Veuillez indiquer une date.',
  earliest: 'Veuillez choisir le {earliest} ou un jour plus tardif.',
  latest: 'Veuillez choisir le {latest} ou un jour antérieur.',
  short: 'Ce texte compte {length} caractères\u00A0; il en faut au moins {least}.',
  long: 'Ce texte compte {length} caractères\u00A0; {most} au plus peuvent être envoyés.',
  pattern: 'Veuillez respecter la forme demandée.',
};
