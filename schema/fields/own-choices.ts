import { z } from 'zod';
import { isSvg } from '../base/file-kinds.ts';
import { described, pictureFile, pictureWords, text, toBlock, toOutside, toPage, yesOrNo } from './fields.ts';
import { otherSite } from './outside-address.ts';
import { inFrame } from './picture-cut.ts';

/** A photo that links are shown with elsewhere. */
export const sharePicture = z.strictObject({
  src: pictureFile
    .refine((src) => !isSvg(src), 'must be a photo: no drawing (SVG) is shown elsewhere')
    .meta({ ...pictureFile.meta(), examples: ['/pictures/name.jpg'], leastSize: [1200, 630] }),
  alt: pictureWords('Six people on a pier'),
  ...inFrame,
});

/** What one page has in another way than all the others; most pages leave all of it out. */
export const ownChoices = {
  index: yesOrNo
    .optional()
    .describe(
      '`false` for a page that only those find who know its address: it is left out of search engines, the ' +
        'site map, feeds and lists.',
    ),
  canonical: described(
    otherSite.optional(),
    'The address of another site where the same text stood first, which search engines list in its place.',
    'https://www.example.org/first',
  ),
  share: z
    .strictObject({
      title: described(text.optional(), 'What stands in large letters there.', 'Come aboard'),
      text: described(text.optional(), 'The sentence below it.', 'Two days at sea, for everybody.'),
      picture: sharePicture
        .optional()
        .describe('A photo in the place of the picture that the build draws, cut to nearly two by one.'),
    })
    .refine((share) => Object.values(share).some((one) => one !== undefined), {
      error: 'needs a `title`, a `text` or a `picture`',
    })
    .optional()
    .describe('How a link to this page is shown elsewhere, where that is not by its title and description.'),
  navigation: z
    .enum(['full', 'none'])
    .optional()
    .describe(
      'Whether the page has the header and footer of all pages (`full`), or only the mark, its own button ' +
        'and the small print (`none`), as suits a page that shall lead to one thing.',
    ),
  action: z
    .union([toPage, toOutside, toBlock], {
      error: '`to` leads to a page or a file, `href` elsewhere, and `scrollTo` to a block of this page',
    })
    .optional()
    .describe('The button in the header of this page, in the place of that of all pages.'),
};

export type OwnChoices = z.output<z.ZodObject<typeof ownChoices>>;

/** Two choices that contradict each other. */
export function choicesAgree({ index, canonical }: OwnChoices, { addIssue }: z.RefinementCtx): void {
  if (index !== false || canonical === undefined) return;
  const message = 'says where search engines find this text, and `index: false` that they shall not';
  addIssue({ code: 'custom', path: ['canonical'], message: `${message}; delete one of the two` });
}
