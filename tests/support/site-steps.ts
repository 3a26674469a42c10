/** Returns a random integer from 0 to `below - 1`. Functions with the same seed return the same numbers. */
export type Roll = (below: number) => number;
/** The contents of a site's text files, by path: all files in the pages folder, and the SVG files in `public/`. */
export type SiteTexts = Map<string, string>;

type Step = (texts: SiteTexts, roll: Roll) => void;

const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!; // no list is empty
const listYamlFiles = (texts: SiteTexts) => [...texts.keys()].filter((path) => path.endsWith('.yaml'));
const listOrdinaryPages = (texts: SiteTexts) => listYamlFiles(texts).filter((path) => !path.startsWith('_'));

/** Creates a step that changes a random file. `listPaths` returns the files to select from. */
const createEdit =
  (
    listPaths: (texts: SiteTexts) => string[],
    change: (text: string, roll: Roll, texts: SiteTexts) => string,
  ): Step =>
  (texts, roll) => {
    const path = pick(listPaths(texts), roll);
    texts.set(path, change(texts.get(path) ?? '', roll, texts));
  };

const createMatchEdit = (pattern: RegExp, to: (match: string, roll: Roll, texts: SiteTexts) => string) =>
  createEdit(listYamlFiles, (text, roll, texts) => {
    const matches = [...text.matchAll(pattern)];
    if (matches.length === 0) return text;
    const { index, 0: matchedText } = pick(matches, roll);
    return text.slice(0, index) + to(matchedText, roll, texts) + text.slice(index + matchedText.length);
  });

const toRoute = (path: string) => `/${path.replace(/\.yaml$/, '').replace(/(^|\/)index$/, '')}`;

/** Steps that make valid and invalid changes in a site, by name. */
export const siteSteps: Record<string, Step> = {
  'a word is changed': createMatchEdit(/(?<=text: )\w+/g, (word, roll) => `${word}${roll(10)}`),
  'a word is changed on a page': createEdit(listOrdinaryPages, (text, roll) =>
    text.replace(/(?<=description: )\w+/, (word) => `${word}${roll(10)}`),
  ),
  'a page gets the title of another page': createEdit(listOrdinaryPages, (text, roll, texts) => {
    const [title = 'title: None'] =
      /^title: .*$/m.exec(texts.get(pick(listOrdinaryPages(texts), roll)) ?? '') ?? [];
    return text.replace(/^title: .*$/m, () => title);
  }),
  'a link has another target': createMatchEdit(/(?<=\bto: )\/[\w/-]*/g, (_, roll, texts) =>
    pick([...listOrdinaryPages(texts).map(toRoute), '/nowhere'], roll),
  ),
  'an id is changed': createMatchEdit(/(?<=\bid: )\w+/g, (id, roll) => (roll(2) === 0 ? `${id}-2` : 'first')),
  'a line is deleted': createEdit(listYamlFiles, (text, roll) => {
    const lines = text.split('\n');
    lines.splice(roll(lines.length), 1);
    return lines.join('\n');
  }),
  'a page becomes a draft, or is published again': createEdit(listOrdinaryPages, (text) =>
    text.includes('status: draft\n') ? text.replace('status: draft\n', '') : `status: draft\n${text}`,
  ),
  'a page is published for a period, or always': createEdit(listOrdinaryPages, (text, roll) =>
    /^(publish|expire): .*\n/.test(text)
      ? text.replace(/^.*\n/, '')
      : `${roll(2) === 0 ? 'publish' : 'expire'}: 2026-06-0${roll(9) + 1}\n${text}`,
  ),
  'a page is hidden from lists, or listed again': createEdit(listOrdinaryPages, (text) =>
    text.includes('index: false\n') ? text.replace('index: false\n', '') : `index: false\n${text}`,
  ),
  'a shared block is changed': createEdit(
    (texts) =>
      listYamlFiles(texts)
        .filter((path) => path.startsWith('_shared/'))
        .concat('_site.yaml'),
    (text, roll) => text.replace(/(?<=heading: )\w+/, (word) => `${word}${roll(10)}`),
  ),
  'the navigation is changed': (texts, roll) => {
    const site = texts.get('_site.yaml') ?? '';
    texts.set(
      '_site.yaml',
      site.replace(/(?<=label: )\w+/, (word) => `${word}${roll(10)}`),
    );
  },
  'a page is deleted': (texts, roll) => void texts.delete(pick(listOrdinaryPages(texts), roll)),
  'a page is copied': (texts, roll) => {
    const path = pick(listOrdinaryPages(texts), roll);
    texts.set(path.replace(/\.yaml$/, `-${roll(100)}.yaml`), texts.get(path) ?? '');
  },
  'a page is renamed': (texts, roll) => {
    const path = pick(listOrdinaryPages(texts), roll);
    const text = texts.get(path) ?? '';
    texts.delete(path);
    texts.set(`moved/${roll(100)}.yaml`, text);
  },
  'a page becomes a redirect': createEdit(listOrdinaryPages, (_, roll, texts) => {
    return `redirect: ${toRoute(pick(listOrdinaryPages(texts), roll))}\n`;
  }),
  'a page has other tags': createMatchEdit(/(?<=^tags: \[).*(?=\])/gm, (_, roll) =>
    pick(['Wind', 'Water', 'Wind, Tides', 'Ice, Sight, Water', 'Łódź'], roll),
  ),
  'an article is published on another day': createMatchEdit(
    /(?<=published: )[\d-]+/g,
    (_, roll) => `2026-0${1 + roll(9)}-1${roll(9)}`,
  ),
  'an author has another name': createMatchEdit(/(?<=author: ).+/g, (_, roll) =>
    pick(['Mara Fairlead', 'Ole Bowline', 'Signe Halyard', 'Nobody'], roll),
  ),
  'a list selects from another folder': createMatchEdit(/(?<=from: )\/[\w/-]*/g, (_, roll) =>
    pick(['/log', '/log', '/visit', '/', '/nowhere'], roll),
  ),
  'a list changes its number of posts per page': createMatchEdit(/(?<=perPage: )\d+/g, (_, roll) =>
    String(1 + roll(4)),
  ),
  'an event changes its year': createMatchEdit(/(?<=(?:begins|ends): )\d{4}(?=-)/g, (_, roll) =>
    String(2025 + roll(3)),
  ),
  'two pages swap their texts': (texts, roll) => {
    const [firstPath, secondPath] = [
      pick(listOrdinaryPages(texts), roll),
      pick(listOrdinaryPages(texts), roll),
    ];
    const text = texts.get(firstPath) ?? '';
    texts.set(firstPath, texts.get(secondPath) ?? '');
    texts.set(secondPath, text);
  },
};
