import type { z } from 'zod';
import type { BlockDefinition } from './block-definition.ts';

// The module `pagewright/blocks`, which the schemas of a site's own blocks import. Its exports are public API.

export { z } from 'zod';
export { blockSchema, defineBlock } from './block-definition.ts';
export { dayField, momentField, timeOfDay } from '../fields/date-fields.ts';
export {
  described,
  describedGroup,
  describedList,
  oneOf,
  optionalOneOf,
  renamed,
} from '../fields/described-fields.ts';
export {
  anyBlock,
  blockText,
  inlineText,
  integerField,
  name,
  sectionSettings,
  text,
  trueField,
  typesetText,
} from '../fields/fields.ts';
export { inlineChart } from '../fields/inline-chart.ts';
export { issueAt } from '../fields/issue-at.ts';
export { action, internalLink } from '../fields/link-fields.ts';
export { framedPicture, iconName, logo, picture } from '../fields/picture-fields.ts';
export { emailAddress, externalUrl, phoneNumber } from '../fields/url-fields.ts';
export type { BlockDefinition };

/** The props of a block view: `BlockProps<typeof offer>` for the definition `offer`. */
export type BlockProps<Definition extends { schema: z.ZodType }> = z.output<Definition['schema']>;
