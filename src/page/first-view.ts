import { registry } from '../blocks/index.tsx';
import type { BackendProject } from '../services/functions.ts';
import type { FirstView, PageView } from './page-view.ts';

/** What the scripts of a prerendered page need of it. */
export function firstView(page: PageView, backend: BackendProject): FirstView {
  const { path, name, header, dialogs, files } = page;
  const blocks = page.blocks.map((block) => (registry[block.type].hydrates ? block : block.type));
  const content = JSON.stringify(blocks);
  const pictures = Object.entries(page.pictures).filter(([src]) => content.includes(`"${src}"`));
  return {
    path,
    name,
    ...(header && { header }),
    backend,
    blocks,
    pictures: Object.fromEntries(pictures),
    ...(files && { files }),
    dialogs,
  };
}
