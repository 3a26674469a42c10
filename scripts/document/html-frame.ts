import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { engineFolder } from '../base/project.ts';

const charset = '<meta charset="utf-8">';
const parts = /<!--(?:language|policy|head|body)-->/;
const frame = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
const [start, beforePolicy, afterPolicy, afterHead, end] = frame
  .replace(charset, `${charset}<!--policy-->`)
  .split(parts);

/** An HTML document around its `<style>` elements: many documents have the same, as the same string. */
export interface HtmlDocument {
  before: string;
  styles: string;
  after: string;
}

/** What stands in a document. */
interface Content {
  policy?: string;
  head: string;
  styles?: string;
  /** What comes last in the head. */
  headEnd?: string;
  body: string;
}

/**
 * A whole HTML document in the frame of `index.html`. A policy stands before all that it may forbid, and
 * after the character set, which browsers look for at the very beginning.
 */
export function htmlDocument(
  { language }: Pick<Site, 'language'>,
  { policy = '', head, styles = '', headEnd = '', body }: Content,
): HtmlDocument {
  return {
    before: `${start}${language}${beforePolicy}${policy}${afterPolicy}${head}`,
    styles,
    after: `${headEnd}${afterHead}${body}${end}`,
  };
}

export const htmlText = ({ before, styles, after }: HtmlDocument): string => before + styles + after;
