import { useContext } from 'react';
import { BlockPositionContext, PageContext } from './page-context.ts';
import { SmallPrint } from './item.tsx';

/** The day of the page's last change. Only the first block that supports it shows the day. */
export function LastChange() {
  const { updated } = useContext(PageContext);
  const { number } = useContext(BlockPositionContext);
  if (updated?.block !== number) return null;
  return (
    <SmallPrint>
      <time dateTime={updated.date}>{updated.words}</time>
    </SmallPrint>
  );
}
