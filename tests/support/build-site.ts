import type { TestProject } from 'vitest/node';
import { buildCachedSite } from './built-site.ts';

/** Builds the pages of a test project once, for tests that only read the built files. */
export default async function build(project: TestProject): Promise<void> {
  project.provide('out', await buildCachedSite(project.getProvidedContext().pages));
}
