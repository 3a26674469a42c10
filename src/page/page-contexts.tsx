import type { Arrangement, PageView } from '../../schema/resolve/page-view.ts';
import { ThemeContext } from '@emotion/react';
import type { PropsWithChildren } from 'react';
import {
  FilesContext,
  LinkLanguagesContext,
  noFiles,
  noLinkLanguages,
  PicturesContext,
  PageContext,
  type FormPost,
  FormPostContext,
} from '../ui/page-context.ts';
import { IconsContext } from '../ui/icon.tsx';

type Props = PropsWithChildren<{ page: PageView; post?: Omit<FormPost, 'page'> }>;

const defaultArrangement: Arrangement = {};

/** Provides the contexts of a page to the blocks on it. */
export function PageContexts({ page, post, children }: Props) {
  return (
    <ThemeContext value={page.arrangement ?? defaultArrangement}>
      <IconsContext value={page.icons}>
        <PicturesContext value={page.pictures}>
          <FilesContext value={page.files ?? noFiles}>
            <LinkLanguagesContext value={page.linkLanguages ?? noLinkLanguages}>
              <PageContext value={page.reading}>
                <FormPostContext value={{ page: page.path, ...post }}>{children}</FormPostContext>
              </PageContext>
            </LinkLanguagesContext>
          </FilesContext>
        </PicturesContext>
      </IconsContext>
    </ThemeContext>
  );
}
