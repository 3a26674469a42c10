import { createElement as h, Fragment, type ReactNode } from 'react';
import type { Block } from '../../schema/content/blocks/index.ts';
import type { Inline, TextPart } from '../../schema/markdown/tree.ts';

/** The blocks without any styles: what `hugo-layouts.ts` makes of the same pages. */
export function FloorBlock({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'hero':
      return section(
        block.type,
        h('h1', null, block.heading),
        block.byline && h('p', null, block.byline.title, ', ', block.byline.readTime),
        inline('p', block.lead),
        h('ul', null, ...block.facts.map(({ icon, text }) => inline('li', text, glyph(icon)))),
        actions(block.actions),
      );
    case 'stats':
      return section(block.type, h('h2', null, block.heading), h('dl', null, ...block.items.map(figure)));
    case 'card-grid':
      return section(
        block.type,
        h('h2', null, block.heading),
        h('ul', { className: `columns-${block.columns}` }, ...block.items.map(card)),
      );
    case 'timeline':
      return section(
        block.type,
        h('h2', null, block.heading),
        h(
          'ol',
          null,
          ...block.items.map(({ heading, text }) => h('li', null, h('h3', null, heading), inline('p', text))),
        ),
      );
    case 'faq':
      return section(
        block.type,
        h('h2', null, block.heading),
        ...block.items.map(({ question, answer }) =>
          h('details', null, h('summary', null, question), ...answer.map(part)),
        ),
      );
    case 'text':
      return section(block.type, h('h2', null, block.heading), ...block.body.map(part));
    case 'cta':
      return section(
        block.type,
        h('h2', null, block.heading),
        inline('p', block.lead),
        actions(block.actions),
      );
    case 'form':
      return section(block.type, h('h2', null, block.heading), form(block));
    default:
      throw new Error(`The pages that are measured have no block ${block.type}.`);
  }
}

const section = (className: string, ...children: ReactNode[]) => h('section', { className }, ...children);

const glyph = (icon: string | undefined) =>
  icon && h('svg', { className: 'icon' }, h('use', { href: `/icons.svg#${icon}` }));

const actions = (list: Extract<Block, { type: 'cta' }>['actions']) =>
  h('p', null, ...list.map((action) => h('a', { href: 'to' in action ? action.to : '' }, action.label)));

const figure = ({ value, label }: Extract<Block, { type: 'stats' }>['items'][number]) =>
  h('div', null, h('dt', null, value), h('dd', null, label));

const card = ({ icon, heading, text, tags }: Extract<Block, { type: 'card-grid' }>['items'][number]) =>
  h('li', null, glyph(icon), h('h3', null, heading), inline('p', text), tags && h('p', null, tags.join(' ')));

const form = ({ id, fields, submit }: Extract<Block, { type: 'form' }>) =>
  h(
    'form',
    { id, method: 'post' },
    ...fields.map(({ name, label, kind, rows, required }) =>
      h(
        'label',
        null,
        label,
        kind === 'long-text'
          ? h('textarea', { name, rows, required })
          : h('input', { name, type: kind, required }),
      ),
    ),
    h('button', null, submit.label),
  );

/** An entry that is a line. */
const entry = ([only]: readonly TextPart[]) =>
  only && 'paragraph' in only ? inline('li', only.paragraph) : h('li', null);

/** Of what a text can hold, what the measured pages do. */
function part(one: TextPart): ReactNode {
  if ('subheading' in one) return inline('h2', one.subheading);
  if ('list' in one) return h('ul', null, ...one.list.map(entry));
  return 'paragraph' in one ? inline('p', one.paragraph) : null;
}

function inline(element: string, nodes: readonly Inline[] | undefined, before?: ReactNode): ReactNode {
  return nodes && h(element, null, before, ...nodes.map(node));
}

function node(one: Inline): ReactNode {
  if (typeof one === 'string') return one;
  if ('code' in one) return h('code', null, one.code);
  if ('strong' in one) return h('strong', null, ...one.strong.map(node));
  if ('emphasis' in one) return h('em', null, ...one.emphasis.map(node));
  if (!('link' in one)) return null;
  return h('a', { href: one.to }, h(Fragment, null, ...one.link.map(node)));
}
