import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { ActionLink } from '../ui/actions.tsx';
import { AlertSign } from '../ui/alert-sign.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { color, from, measure, raisedBox, size, space } from '../ui/design-tokens.ts';

// Makes the gaps above and below an alert equal if the blocks above and below it have the same tone. Used in the layout
// `line`.
const lineDistances = (tone: 'plain' | 'tinted') => ({
  [`main > [data-tone=${tone}] + [data-tone=${tone}]:has(> &[data-layout=line])`]: { paddingTop: 0 },
  [`main > [data-tone=${tone}]:has(> &[data-layout=line]) + [data-tone=${tone}]`]: {
    paddingTop: space.large,
  },
});
const Frame = styled.div({
  'main > :is(section, div):has(> &[data-layout=line])': { paddingBlock: space.wide },
  ...lineDistances('plain'),
  ...lineDistances('tinted'),
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '1.5rem minmax(0, 1fr)',
    gap: `${space.hair} ${space.small}`,
    alignItems: 'start',
    '& > *': { gridColumn: 2 },
    '& > svg': { gridColumn: 1, gridRow: 1, width: '1.5rem', height: '1.5rem', color: color.ink },
  },
  '&[data-kind=warning] > div > svg': { color: color.danger },
  '&[data-layout=box] > div': {
    ...raisedBox,
    maxWidth: '46rem',
    padding: space.wide,
    borderInlineStart: `4px solid ${color.ink}`,
  },
  '&[data-layout=box][data-kind=warning] > div': { borderInlineStartColor: color.danger },
  '&[data-layout=line] > div': {
    paddingBlock: space.item,
    borderBlock: `1px solid ${color.line}`,
    [from.tablet]: {
      gridTemplateColumns: '1.5rem minmax(0, 1fr) auto',
      '& > div + div': { gridColumn: 3, gridRow: 1, alignSelf: 'center', marginBlock: `-${space.tight}` },
    },
  },
});
const Title = styled.h2({ fontSize: size.item, fontWeight: 650, lineHeight: 1.35, letterSpacing: 0 });
const Text = styled.p({ color: color.muted, maxWidth: measure.text });

/** A short, important message. */
export function Alert({ layout, kind, heading, text, action, until }: BlockByType<'alert'>) {
  const { heading: level } = useContext(BlockPositionContext);
  return (
    <Frame data-layout={layout} data-kind={kind} data-until={until}>
      <div>
        <AlertSign kind={kind} />
        <div>
          <Title as={level}>{heading}</Title>
          <InlineText as={Text}>{text}</InlineText>
        </div>
        {action && (
          <div>
            <ActionLink action={action} variant="text" />
          </div>
        )}
      </div>
    </Frame>
  );
}
