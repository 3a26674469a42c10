import type { Paging } from '../../../schema/resolve/page-context.ts';
import styled from '@emotion/styled';
import { size, space, pill, chosen } from '../../ui/design-tokens.ts';
import { routeOfListPage } from '../../../schema/base/routes.ts';
import { siteUrl } from '../../ui/site-url.ts';

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
    ...pill,
  },
  '& [aria-current]': chosen,
});

/** Links to the other pages of a list. */
export function PageLinks({ first, number, last, label, name, previous, next }: Paging) {
  const to = (page: number) => siteUrl(routeOfListPage(first, page));
  const called = (page: number) => name.replace('{number}', String(page));
  return (
    <nav aria-label={label}>
      <List>
        {number > 1 && (
          <li>
            <a rel="prev" href={to(number - 1)}>
              {previous}
            </a>
          </li>
        )}
        {pageNumbers(number, last).map((page, at) =>
          page === undefined ? (
            <li key={`gap-${at}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <a
                href={to(page)}
                aria-label={called(page)}
                aria-current={page === number ? 'page' : undefined}
              >
                {page}
              </a>
            </li>
          ),
        )}
        {number < last && (
          <li>
            <a rel="next" href={to(number + 1)}>
              {next}
            </a>
          </li>
        )}
      </List>
    </nav>
  );
}

/** Selects the page numbers to show: first, last, current and its neighbours. Gaps are `undefined`. */
function pageNumbers(number: number, last: number): (number | undefined)[] {
  const shown = [1, number - 1, number, number + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(shown)].toSorted((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const left = page - (pages[at - 1] ?? 0) - 1;
    return left === 0 ? [page] : left === 1 ? [page - 1, page] : [undefined, page];
  });
}
