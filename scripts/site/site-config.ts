import { z } from 'zod';
import type { Page } from '../../schema/site/page.ts';

/** The page data that functions in the developer configuration receive. */
export interface PageInfo extends Readonly<Pick<Page, 'title' | 'description' | 'status'>> {
  readonly route: string;
}

/** The site data that functions in the developer configuration receive. */
export interface SiteInfo {
  /** The URL of the site. */
  readonly url: string;
  readonly pages: readonly PageInfo[];
}

/** An additional file that the build writes. */
export interface ConfigOutput {
  /** The path, such as `/humans.txt`. */
  path: string;
  text(site: SiteInfo): string | Promise<string>;
}

/** The developer configuration of a site, in `pagewright.config.ts`. */
export interface SiteConfig {
  /** Files with views, by the built-in block they replace or the slot they fill: `{ hero: './hero.tsx' }`. */
  components?: Record<string, string>;
  /** Additional files of the site. */
  outputs?: readonly ConfigOutput[];
  /**
   * Called when all pages have been read without errors. If it throws an error, the error is reported as a diagnostic.
   */
  pagesRead?(site: SiteInfo): void | Promise<void>;
  /** Called when the output folder is complete. `files` are paths relative to the output folder. */
  filesWritten?(written: { out: string; files: readonly string[] }): void | Promise<void>;
}

const functionSchema = z.custom<(...args: never) => unknown>((value) => typeof value === 'function');
const outputPath = /^(?:\/[\w-][\w.-]*)+\.\w+$/;

export const configSchema = z.strictObject({
  components: z.record(z.string(), z.string()).default({}),
  outputs: z
    .strictObject({ path: z.string().regex(outputPath), text: functionSchema })
    .array()
    .optional(),
  pagesRead: functionSchema.optional(),
  filesWritten: functionSchema.optional(),
} satisfies Record<keyof SiteConfig, z.ZodType>);
