import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { InlineText } from '../design/inline-text.tsx';
import { Picture } from '../design/picture.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, radius, size, space } from '../design/theme.ts';

const Frame = styled.div({ [from.tablet]: { '&[data-layout=beside]': { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', gap: space.block, alignItems: 'center', '& > div': { marginBottom: 0 } } } });
const Items = styled.div({
  display: 'grid',
  gap: space.wide,
  [from.phone]: { '&[data-layout=grid]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  [from.desktop]: { '&[data-layout=grid]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
});
const Figure = styled.figure({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  '& > img, & > video': { width: '100%', height: 'auto', border: `1px solid ${color.line}`, borderRadius: radius, background: color.raised },
  '[data-layout=grid] > & > img': { aspectRatio: '4 / 3', objectFit: 'contain' },
  '& figcaption': { display: 'grid', gap: space.hair, color: color.muted, fontSize: size.note, maxWidth: '42rem' },
  '& h3': { fontSize: size.item, color: color.ink },
});

/** Pictures and films with their captions. */
export function Media({ layout, items, ...head }: BlockOf<'media'>) {
  const Level = head.heading === undefined ? 'h2' : 'h3';
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Items data-layout={layout} data-pace="quick">
        {items.map((item) => (
          <Figure key={item.src}>
            {item.video === undefined ? <Picture src={item.src} alt={item.alt} /> : <video src={item.video.src} poster={item.src} aria-label={item.alt} controls preload="none"><track kind="captions" src={item.video.subtitles} default /></video>}
            {(item.heading !== undefined || item.text) && <figcaption>{item.heading !== undefined && <Level>{item.heading}</Level>}{item.text && <p><InlineText>{item.text}</InlineText></p>}</figcaption>}
          </Figure>
        ))}
      </Items>
    </Frame>
  );
}
