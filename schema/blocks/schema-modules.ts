import { z } from 'zod';
import { rejectUnknownExports } from '../base/unknown-exports.ts';
import * as blocks from './public-blocks.ts';

/** The modules that the compiled schemas of a site's own blocks can import. */
export const schemaModules = {
  blocks: rejectUnknownExports('pagewright/blocks', blocks),
  zod: { ...z, z },
};
