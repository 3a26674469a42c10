import type { PhotoProblem } from '../../../schema/content/source-file.ts';
import type { Dependencies } from './asked.ts';
import type { CheckedBlock } from '../../../schema/checker/read-file.ts';
import { listKey } from '../../../schema/checker/generated-pages.ts';
import type { Names, ReferenceContext, SiteWideFacts } from '../../../schema/checker/site-graph.ts';

/** The blocks that several pages have. */
export interface SharedBlocks {
  sharedNames: Names;
  /** Nothing where there is no such file, or no block can be read in it. */
  sharedBlock(name: string): CheckedBlock | undefined;
}

/** Who answers what a file asks of the others. */
export interface SiteQueries {
  /** A question is a sign for what is asked, and a name; those without a sign ask for a whole list. */
  answer(question: string): string;
  /** The names in a list. */
  listed(list: string): Iterable<string>;
  /** The ids of a page's blocks, by its address; nothing where they are not certain. */
  idsOf(address: string): readonly string[] | undefined;
  readonly posts: ReturnType<ReferenceContext['postsFor']>;
  sharedBlock(name: string): CheckedBlock | undefined;
}

/** What a file may refer to, and use; whatever is looked up there is noted in `asked`. */
export function createCheckContext(
  others: SiteQueries,
  { site, assets }: SiteWideFacts,
  asked: Dependencies,
): ReferenceContext & SharedBlocks {
  const ask = (question: string) => {
    const answer = others.answer(question);
    asked.set(question, answer);
    return answer;
  };
  const names = (sign: string, list: string): Names => ({
    has: (name) => ask(sign + name) !== '',
    [Symbol.iterator]: () => (ask(list), others.listed(list)[Symbol.iterator]()),
  });
  return {
    icons: assets.icons,
    pictures: { ...names('.', 'files'), has: (name) => /^(photo|file)/.test(ask(`.${name}`)) },
    photoProblems: {
      get: (name) => /^photo (.*)/.exec(ask(`.${name}`))?.[1] as PhotoProblem | undefined, // see `fileState`
    },
    photoSizes: {
      get: (name) =>
        /^(\d+) (\d+)$/
          .exec(ask(`=${name}`))
          ?.slice(1)
          .map(Number) as [number, number] | undefined, // both
    },
    folders: { has: (name) => ask(`.${name}`) === 'folder' },
    addresses: names('@', 'pages'),
    redirects: { get: (address) => ask(`@${address}`).split(' ')[1] || undefined },
    drafts: { has: (address) => ask(`@${address}`).startsWith('draft') },
    blockNames: { get: (address) => (ask(`#${address}`), others.idsOf(address)) },
    dialogs: site && new Set(site.dialogs),
    dialogForms: new Set(site?.dialogForms),
    url: site?.url,
    letters: site?.letters,
    pictureHosts: site?.pictureHosts && new Set(site.pictureHosts),
    embedHosts: site?.embedHosts && new Set(site.embedHosts),
    postFolders: names('>', 'folders'),
    postsFor: (choice, buttons) => (ask(`?${listKey(choice, buttons)}`), others.posts),
    sharedNames: names('+', 'shared'),
    sharedBlock: (name) => (ask(`+${name}`), others.sharedBlock(name)),
  };
}
