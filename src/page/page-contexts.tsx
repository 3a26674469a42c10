import type { Arrangement, PageView } from '../../schema/resolve/page-view.ts';
import { ThemeContext } from '@emotion/react';
import type { PropsWithChildren } from 'react';
import {
  FilesContext,
  LinkLanguages,
  noFiles,
  noLanguages,
  Pictures,
  PageContext,
  type FormPost,
  Post,
} from '../ui/page-context.ts';
import { Icons } from '../ui/icon.tsx';

type Props = PropsWithChildren<{ page: PageView; post?: Omit<FormPost, 'page'> }>;

const usualArrangement: Arrangement = {};

/** Provides the contexts of a page to its blocks. */
export function PageData({ page, post, children }: Props) {
  return (
    <ThemeContext value={page.arrangement ?? usualArrangement}>
      <Icons value={page.icons}>
        <Pictures value={page.pictures}>
          <FilesContext value={page.files ?? noFiles}>
            <LinkLanguages value={page.linkLanguages ?? noLanguages}>
              <PageContext value={page.reading}>
                <Post value={{ page: page.path, ...post }}>{children}</Post>
              </PageContext>
            </LinkLanguages>
          </FilesContext>
        </Pictures>
      </Icons>
    </ThemeContext>
  );
}
