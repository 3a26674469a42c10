import { z } from 'zod';
import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { toPlainLines } from '../../markdown/plain-text.ts';
import { blockSchema, defineBlock, type StructuredData } from '../block-definition.ts';
import { typesetText, sectionSettings, text, blockText, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';

/** The block's content settings, without the settings of its heading. */
export const faqContent = {
  items: describedList('Questions with their answers.', {
    question: described(
      typesetText,
      'A question, as a visitor would ask it.',
      'How far ahead do you look?',
    ).meta({ search: 'heading' }),
    answer: described(
      blockText,
      'The answer: a sentence, or a longer text after `|`.',
      'Seven days, and the last two with less confidence.',
    ).meta({ isInnerHeading: true }),
  })
    .min(1)
    .meta({ item: 'question' }),
};

const schema = blockSchema('faq', {
  ...sectionSettings,
  layout: oneOf(
    ['beside', 'stacked'],
    'The position of the heading: `beside` the questions, or above them (`stacked`).',
  ),
  person: describedGroup('The contact person, shown beside the questions.', {
    name: described(text, 'The name of the person.', 'Mara Fairlead'),
    title: described(text.optional(), 'The job title of the person.', 'Forecaster').meta({ label: 'Role' }),
    image: framedPicture.describe('A square picture of the person.').meta({ label: 'Portrait' }),
    text: described(
      inlineText.optional(),
      'A sentence that explains why this person can answer.',
      'Mara has read the north pier since 2009.',
    ),
  }).optional(),
  ...faqContent,
  actions: z.array(action).max(2).default([]).describe('Up to two buttons at the end.'),
}).describe('Questions whose answers visitors can open.');

export const faq = defineBlock({
  schema,
  label: 'Questions',
  purpose: 'Ask and act',
  otherNames: 'faqs accordion accordions questions q-and-a questions-and-answers collapsible toggles details',
  structuredData: ({ items }) => createQuestionData(items),
});

export function createQuestionData(items: z.output<typeof faqContent.items>): StructuredData | undefined {
  if (items.length === 0) return undefined;
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: toPlainLines(answer) },
    })),
  };
}
