import { pageExtension } from '../base/routes.ts';
import { fileExtensions, isDownload, isPhoto } from '../fields/file-types.ts';

/**
 * Returns whether a file in the pages folder is content but not a page, such as a picture, a document or a text
 * file. Authors may expect such files to be published.
 */
export const isNonPageFile = (path: string): boolean =>
  (isDownload(path) ||
    isPhoto(path) ||
    Object.values(fileExtensions).some((ending) => ending.test(path)) ||
    /\.(?:gif|pdf|mov|md|markdown|html?|txt|rtf|css|js)$/i.test(path)) &&
  !pageExtension.test(path) &&
  !/(?:^|\/)(?:readme|license|changelog)\.[^/]*$/i.test(path);

export const isPage = (path: string): boolean => !/(^|\/)_/.test(path) && !isNonPageFile(path);
export const isShared = (path: string): boolean => /^_shared\/[^/]+$/.test(path) && !isNonPageFile(path);
