import { z } from 'zod';
import { outsideFault } from '../base/outside-fault.ts';

const holds = (pattern: RegExp, otherwise: string) =>
  z
    .string()
    .regex(pattern, { error: ({ input }) => outsideFault(String(input))?.message ?? otherwise })
    .superRefine((address, { addIssue }) => {
      const fault = outsideFault(address);
      if (fault) addIssue({ code: 'custom', message: fault.message });
    });

/** An address outside the site. Anything that a browser could run as a program is refused. */
export const outsideAddress = holds(
  /^(https:\/\/[^\s/]+(\/\S*)?|mailto:([^\s@]+@|\?)\S+|tel:\+?[\d ()-]+)$/,
  'must start with `https://`, `mailto:` or `tel:`',
)
  // Telephone numbers are written for people; a tel: address must not hold spaces.
  .transform((address) => (address.startsWith('tel:') ? address.replaceAll(/[ ()-]/g, '') : address))
  .meta({
    description: 'An address outside this site: `https://…`, `mailto:…` or `tel:…`.',
    examples: ['https://www.example.org'],
    refersTo: 'outside',
  });

/** The address of a page of another site. */
export const otherSite = holds(
  /^https:\/\/[^\s/]+(\/\S*)?$/,
  'must be an address that starts with `https://`',
).meta({ refersTo: 'outside' });
