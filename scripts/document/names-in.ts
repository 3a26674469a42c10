import { Remembered } from '../../schema/base/remembered.ts';
import type { Block } from '../../schema/blocks/index.ts';
import { valuesOfEach } from '../base/values-of-key.ts';

const settings = ['dialog', 'icon', 'language', 'src', 'to'] as const;
const last = new Remembered<ReturnType<typeof valuesOfEach<(typeof settings)[number]>>>();

/** What the blocks of a page name, by setting. The same blocks are asked for several times in a row. */
export const namesIn = (blocks: readonly Block[]) => last.of([blocks], () => valuesOfEach(blocks, settings));
