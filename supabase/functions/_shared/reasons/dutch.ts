import type { Reasons } from './english.ts';

export const dutch: Reasons = {
  required: 'Vul dit veld in.',
  choose: 'Kies een van deze mogelijkheden.',
  chooseSome: 'Kies minstens een van deze mogelijkheden.',
  tick: 'Vink dit vakje aan om verder te gaan.',
  email: 'Vul een e-mailadres in zoals naam@example.com.',
  url: 'Vul een webadres in zoals https://www.example.com.',
  number: 'Vul een getal in.',
  whole: 'Vul een heel getal in.',
  step: 'Vul een getal in zoals {below} of {above}.',
  least: 'Vul {least} of meer in.',
  most: 'Vul {most} of minder in.',
  date: 'Vul een datum in.',
  earliest: 'Kies {earliest} of een latere dag.',
  latest: 'Kies {latest} of een eerdere dag.',
  short: 'Dit zijn {length} tekens, en er zijn er minstens {least} nodig.',
  long: 'Dit zijn {length} tekens, en er kunnen er hoogstens {most} worden verzonden.',
  pattern: 'Vul dit in de gevraagde vorm in.',
};
