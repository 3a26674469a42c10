import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { PictureWidth, TextPart } from '../../schema/markdown/tree.ts';
import { Picture } from './picture.tsx';
import { color, size, space, from, measure, raisedBox } from './design-tokens.ts';
import { AlertSign } from './alert-sign.tsx';
import { InlineText } from './inline-text.tsx';
import { CodeBlock } from './code-block.tsx';
import { ProseTable } from './prose-table.tsx';

const pictureWidthsRem = { small: 16, medium: 26, full: 38 } as const;
const Frame = styled.figure({
  display: 'grid',
  gap: space.tight,
  margin: `${space.tight} 0`,
  maxWidth: `${pictureWidthsRem.full}rem`,
  '&[data-width=small]': { maxWidth: `${pictureWidthsRem.small}rem` },
  '&[data-width=medium]': { maxWidth: `${pictureWidthsRem.medium}rem` },
  '& figcaption': { color: color.muted, fontSize: size.note },
});

interface FigureProps {
  picture: { src: string; alt: string };
  caption?: string;
  width?: PictureWidth;
}

/** A picture in prose, which is at most as wide as the text. */
export function ProseFigure({ picture, caption, width }: FigureProps) {
  return (
    <Frame data-width={width}>
      <Picture {...picture} displayWidth={pictureWidthsRem[width ?? 'full']} />
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </Frame>
  );
}

const FootnoteList = styled.ol({
  display: 'grid',
  gap: space.tight,
  marginTop: space.item,
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  color: color.muted,
  fontSize: size.note,
  '& > li': { display: 'grid', gridTemplateColumns: '2rem minmax(0, 1fr)', paddingInlineStart: 0 },
  '& > li::before': { display: 'none' },
  '& > li > a': { minHeight: '1.75rem' },
  '& > li > div': { display: 'grid', gap: space.tight },
});

interface FootnotesProps {
  footnotes: readonly (readonly TextPart[])[];
  from: number;
  inside(parts: readonly TextPart[]): ReactNode;
}

/** The footnotes below prose. The number of each footnote links back to the reference in the text. */
export function Footnotes({ footnotes, from, inside }: FootnotesProps) {
  return (
    <FootnoteList>
      {footnotes.map((note, index) => (
        <li key={index} id={`footnote_${from + index}`}>
          <a href={`#footnote_from_${from + index}`}>{from + index}</a>
          <div>{inside(note)}</div>
        </li>
      ))}
    </FootnoteList>
  );
}

// The other list styles are in `ProseColumn`.
const NumberedList = styled.ol({
  display: 'grid',
  gap: space.tight,
  '& > li': { paddingInlineStart: '2rem' },
  '& > li::before': {
    content: 'counter(list-item) "."',
    top: 0,
    width: 'auto',
    border: 0,
    color: color.muted,
    fontVariantNumeric: 'tabular-nums',
  },
  '&[type=a] > li::before': { content: 'counter(list-item, lower-alpha) ")"' },
});
const ListItem = styled.li({
  '& > :is(ul, ol)': { marginTop: space.tight },
  '&[data-loose]': { display: 'grid', gap: space.tight },
});

interface ListProps {
  list: readonly (readonly TextPart[])[];
  start?: number;
  letters?: true;
  loose?: true;
  inside(parts: readonly TextPart[]): ReactNode;
}

/** A list, whose items may contain block text. */
export function ProseList({ list, start, letters, loose, inside }: ListProps) {
  const listItems = list.map((item, key) => {
    const [first, ...others] = item;
    if (loose || !first || !('paragraph' in first) || others.length > 0)
      return (
        <ListItem key={key} data-loose={loose && ''}>
          {loose
            ? inside(item)
            : item.map((part, index) => <TightPart key={index} part={part} inside={inside} />)}
        </ListItem>
      );
    return (
      <InlineText key={key} as="li">
        {first.paragraph}
      </InlineText>
    );
  });
  if (start === undefined) return <ul>{listItems}</ul>;
  return (
    <NumberedList start={start === 1 ? undefined : start} type={letters && 'a'}>
      {listItems}
    </NumberedList>
  );
}

/** A part of a list item. In tight lists, a paragraph is rendered without a `<p>` element. */
function TightPart({ part, inside }: { part: TextPart; inside: ListProps['inside'] }) {
  return 'paragraph' in part ? <InlineText>{part.paragraph}</InlineText> : inside([part]);
}

const ProseColumn = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.item,
  maxWidth: `var(--measure,${measure.text})`,
  // Headings are closer to the text below them than to the text above.
  '& :is(h2, h3)': { marginBottom: `-${space.hair}` },
  '& > * + h3': { marginTop: space.item },
  '& > * + h2': { marginTop: space.item, [from.tablet]: { marginTop: '2rem' } },
  '& h3': { fontSize: size.item },
  '& h2': { fontSize: size.subheading },
  '& ul': { display: 'grid', gap: space.tight },
  '& li': { paddingInlineStart: '1.25rem', position: 'relative' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 0,
    top: '0.7em',
    width: '0.5rem',
    borderTop: `1px solid ${color.muted}`,
  },
  // Prevents a page break between a list and the paragraph that introduces it.
  '@media print': { '& > p:has(+ :is(ul, ol))': { breakAfter: 'avoid' } },
});
const Quote = styled.blockquote({
  display: 'grid',
  gap: space.small,
  margin: 0,
  paddingBlock: space.hair,
  paddingInline: `${space.wide} 0`,
  borderInlineStart: `2px solid ${color.ink}`,
  color: color.ink,
});
const Notice = styled.div({
  ...raisedBox,
  display: 'grid',
  gap: space.tight,
  padding: `${space.item} ${space.wide}`,
  borderInlineStart: `4px solid ${color.ink}`,
  color: color.ink,
  '& > p:first-of-type': { display: 'flex', alignItems: 'center', gap: space.tight, fontWeight: 650 },
  '& > p > svg': { width: '1.5rem', height: '1.5rem' },
  '&[data-kind=warning]': { borderInlineStartColor: color.danger, '& > p > svg': { color: color.danger } },
});

/** The icon of each kind of notice. */
const alertSigns = {
  note: 'info',
  tip: 'good',
  important: 'info',
  warning: 'warning',
  caution: 'warning',
} as const;

const Divider = styled.hr({
  width: '100%',
  margin: `${space.tight} 0`,
  border: 0,
  borderTop: `1px solid ${color.line}`,
});
const DeepHeading = styled.h4({
  fontSize: size.body,
  fontWeight: 650,
  marginTop: space.tight,
  marginBottom: `-${space.hair}`,
});

type Level = 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

interface Props {
  children: readonly TextPart[];
  /** The heading level that `##` has. */
  level?: 'h2' | 'h3' | 'h4';
}

/** Block text: paragraphs, headings, lists, quotations, tables, code and pictures. */
export function ProseText({ children, level = 'h3' }: Props) {
  return (
    <ProseColumn>
      <ProseParts level={level}>{children}</ProseParts>
    </ProseColumn>
  );
}

function ProseParts({ children, level = 'h3' }: Props) {
  const renderParts = (parts: readonly TextPart[]) => <ProseParts level={level}>{parts}</ProseParts>;
  return children.map((part, key) => {
    if ('paragraph' in part)
      return (
        <InlineText key={key} as="p">
          {part.paragraph}
        </InlineText>
      );
    if ('subheading' in part) {
      const tag = `h${Math.min(Number(level[1]) + part.depth - 2, 6)}` as Level; // between 2 and 6
      const Heading = tag === 'h2' || tag === 'h3' ? tag : DeepHeading;
      return (
        <Heading key={key} id={part.id} {...(Heading === DeepHeading && { as: tag })}>
          {part.number !== undefined && `${part.number} `}
          <InlineText>{part.subheading}</InlineText>
        </Heading>
      );
    }
    if ('list' in part) return <ProseList key={key} {...part} inside={renderParts} />;
    if ('quote' in part) return <Quote key={key}>{renderParts(part.quote)}</Quote>;
    if ('alert' in part)
      return (
        <Notice key={key} role="note" aria-label={part.label} data-kind={alertSigns[part.alert]}>
          <p>
            <AlertSign kind={alertSigns[part.alert]} />
            {part.label}
          </p>
          {renderParts(part.parts)}
        </Notice>
      );
    if ('codeBlock' in part) return <CodeBlock key={key} {...part} />;
    if ('table' in part) return <ProseTable key={key} {...part} />;
    if ('picture' in part) return <ProseFigure key={key} {...part} />;
    if ('footnotes' in part) return <Footnotes key={key} {...part} inside={renderParts} />;
    return <Divider key={key} />;
  });
}
