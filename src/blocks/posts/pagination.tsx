import type { Paging } from '../../../schema/resolve/page-context.ts';
import styled from '@emotion/styled';
import { size, space, optionLink, selectedOption } from '../../ui/design-tokens.ts';
import { toListPageRoute } from '../../../schema/base/routes.ts';
import { toSiteUrl } from '../../ui/site-url.ts';

const List = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.tight,
  marginTop: space.large,
  fontSize: size.note,
  '& a': {
    display: 'grid',
    placeItems: 'center',
    minWidth: '2.75rem',
    minHeight: '2.75rem',
    padding: `0 ${space.small}`,
    ...optionLink,
  },
  '& [aria-current]': selectedOption,
});

/** Links to the other pages of a list. */
export function PageLinks({ first, number, last, label, name, previous, next }: Paging) {
  const toPageUrl = (page: number) => toSiteUrl(toListPageRoute(first, page));
  const toPageLabel = (page: number) => name.replace('{number}', String(page));
  return (
    <nav aria-label={label}>
      <List>
        {number > 1 && (
          <li>
            <a rel="prev" href={toPageUrl(number - 1)}>
              {previous}
            </a>
          </li>
        )}
        {selectPageNumbers(number, last).map((page, index) =>
          page === undefined ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <a
                href={toPageUrl(page)}
                aria-label={toPageLabel(page)}
                aria-current={page === number ? 'page' : undefined}
              >
                {page}
              </a>
            </li>
          ),
        )}
        {number < last && (
          <li>
            <a rel="next" href={toPageUrl(number + 1)}>
              {next}
            </a>
          </li>
        )}
      </List>
    </nav>
  );
}

/** Returns the page numbers to show: the first, the last, the current one and its neighbours. A gap is `undefined`. */
function selectPageNumbers(number: number, last: number): (number | undefined)[] {
  const validPages = [1, number - 1, number, number + 1, last].filter((page) => page >= 1 && page <= last);
  const sortedPages = [...new Set(validPages)].toSorted((a, b) => a - b);
  return sortedPages.flatMap((page, index) => {
    const skippedCount = page - (sortedPages[index - 1] ?? 0) - 1;
    return skippedCount === 0 ? [page] : skippedCount === 1 ? [page - 1, page] : [undefined, page];
  });
}
