import type { Assets, SourceFile } from '../base/source-file.ts';
import type { Example } from './rule.ts';

/** The `_site.yaml` of the examples. */
export const exampleSettings = `company: Harbour Office
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation:
  label: Main
  menu: Menu
  close: Close
  skip: Skip the menu
  home: to the start
  items:
    - { label: Home, to: / }
  action: { label: Write to us, to: /enquiries }
footer: { label: More about us }
dialogs:
  callback:
    close: Close
    form:
      type: form
      id: callback
      heading: We call you back
      fields: [{ name: phone, label: Telephone, kind: tel, required: true }]
      optional: optional
      submit: { label: Call me, log: true }
      success: We call you tomorrow.
`;
const frame =
  'title: The harbour office\n' +
  'description: Weather, water and berths for everybody who comes to our harbour by boat, day and night.\n';
const home = '- type: hero\n  heading: Welcome to the harbour\n';
const enquiries = `title: Write to the harbour office
description: Ask us about the weather, the water and a berth for your boat, by mail or by telephone.
blocks:
  - type: hero
    heading: Write to us
  - type: media
    heading: Who reads it
    items:
      - { src: /pictures/team.jpg, alt: Six people on a pier }
  - use: next-steps
`;
const nextSteps = `type: timeline
heading: What happens next
items:
  - { heading: You write }
  - { heading: We answer }
`;

const pictures = ['/favicon.svg', '/logos/pier.svg', '/pictures/team.jpg'];

/** What the pages of an example can point at. */
export function exampleAssets(example: Example): Assets {
  const pictureFiles = new Map(
    Object.entries(filesOf(example)).flatMap(([path, text]) =>
      isPublic(path) ? [[path.slice('public'.length), text]] : [],
    ),
  );
  return {
    icons: new Set(['anchor', 'rocket', 'sailboat', 'wind']),
    pictures: new Set([...pictures, ...pictureFiles.keys()]),
    ownPictures: new Set(['/favicon.svg', '/pictures/team.jpg']),
    pictureFiles,
  };
}

const isPublic = (path: string) => path.startsWith('public/');
const filesOf = (example: Example) => (typeof example === 'string' ? { 'index.yaml': example } : example);

/** The files of a small site, with those of an example. What starts with `- ` are the blocks of a page. */
export function exampleFiles(example: Example): SourceFile[] {
  const texts: Record<string, string> = {
    '_site.yaml': exampleSettings,
    '_shared/next-steps.yaml': nextSteps,
    'enquiries.yaml': enquiries,
    'index.yaml': home,
    ...filesOf(example),
  };
  if (texts['_site.yaml'] === '') delete texts['_site.yaml'];
  const sources = Object.entries(texts).filter(([path]) => !isPublic(path));
  return sources.map(([path, text]) => ({
    path,
    file: `pages/${path}`,
    isNew: Object.hasOwn(filesOf(example), path),
    ...(text.startsWith('link to ')
      ? { text: '', unread: 'a-link' as const }
      : { text: text.startsWith('- ') ? pageOf(text) : text }),
  }));
}

function pageOf(blocks: string): string {
  return `${frame}blocks:\n${blocks.replaceAll(/^(?!<<<<<<<|\|{7}|=======|>>>>>>>|---|$)/gm, '  ')}`;
}
