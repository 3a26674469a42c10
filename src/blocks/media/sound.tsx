import { toSiteUrl } from '../../ui/site-url.ts';
import styled from '@emotion/styled';
import { useContext } from 'react';
import { encodePath } from '../../../schema/fields/file-types.ts';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { Glyph } from '../../ui/icon.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { ItemHeading, MutedText } from '../../ui/item.tsx';
import { BlockPositionContext } from '../../ui/page-context.ts';
import { ProseText } from '../../ui/prose.tsx';
import { color, disclosureSummary, from, measure, raisedBox, size, space } from '../../ui/design-tokens.ts';

const SoundFrame = styled.figure({
  ...raisedBox,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.item,
  padding: space.item,
  [from.phone]: { padding: space.wide },
  '& audio': { width: '100%' },
  '& figcaption': { display: 'grid', gap: space.hair, maxWidth: measure.text },
  '& details': { borderTop: `1px solid ${color.line}` },
  '& summary': { ...disclosureSummary, paddingTop: space.small, fontSize: size.body },
});
const Chapters = styled.div({
  display: 'grid',
  gap: space.hair,
  '& > p': { fontSize: size.note, fontWeight: 650, color: color.muted },
});
// Forwards all attributes, because Emotion does not know `command` and would drop it.
const ChapterButton = styled('button', { shouldForwardProp: (name) => name !== 'as' })({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.small,
  width: '100%',
  minHeight: '2.75rem',
  padding: 0,
  border: 0,
  background: 'none',
  textAlign: 'start',
  cursor: 'pointer',
  '& span:first-of-type': {
    color: color.accent,
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    textDecoration: 'underline',
    textUnderlineOffset: '.2em',
  },
  '&:hover': { color: color.accentStrong },
  // Without JavaScript, chapters are a list of times without buttons.
  '@media (scripting: none)': {
    pointerEvents: 'none',
    '& span:first-of-type': { color: 'inherit', textDecoration: 'none' },
  },
});

/** Converts a time to seconds. For example, `12:30` is 750. */
const toSeconds = (time: string) => time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

type Props = NonNullable<BlockByType<'media'>['sounds']>[number] & {
  labels: Record<'chapters' | 'transcript', string>;
};

/** A sound with its player, chapters and transcript. Browsers load the sound when a visitor plays it. */
export function Sound({ src, heading, text, chapters, transcript, labels }: Props) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <SoundFrame data-sound="">
      <figcaption>
        <ItemHeading>{heading}</ItemHeading>
        <InlineText as={MutedText}>{text}</InlineText>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript below replaces captions */}
      <audio src={toSiteUrl(encodePath(src))} aria-label={heading} controls preload="none" />
      {chapters && (
        <Chapters>
          <p>{labels.chapters}</p>
          <ol>
            {chapters.map((chapter) => (
              <li key={chapter.begins}>
                {/* controls.ts handles the click. The loader delays clicks until that code is loaded. */}
                <ChapterButton type="button" data-seek={toSeconds(chapter.begins)} {...{ command: '--seek' }}>
                  <span>{chapter.begins}</span>
                  <span>{chapter.heading}</span>
                </ChapterButton>
              </li>
            ))}
          </ol>
        </Chapters>
      )}
      {transcript && (
        <details>
          <summary>
            {labels.transcript}
            <Glyph name="chevron" />
          </summary>
          <ProseText level={inner === 'h2' ? 'h3' : 'h4'}>{transcript}</ProseText>
        </details>
      )}
    </SoundFrame>
  );
}
