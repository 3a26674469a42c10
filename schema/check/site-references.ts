import { type Path, valueAt } from '../base/path.ts';
import { type Diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import type { YamlDocument } from '../document/read-document.ts';
import { redirectSettings } from '../page.ts';
import { type Field, fieldsIn } from '../validate/collect-fields.ts';
import { fillVariables } from '../validate/variables.ts';
import type { CheckedBlock, CheckedSite } from './checked-site.ts';
import type { LinkSource, ReferenceContext } from './reference-context.ts';
import { referenceDiagnostics } from './references.ts';

/** What is wrong with the references of all files, by document. */
export function siteReferences(
  { pages, shared, redirects }: Pick<CheckedSite, 'pages' | 'shared' | 'redirects'>,
  site: { document?: YamlDocument; fields: readonly Field[]; place(path: Path): Path } | undefined,
  context: ReferenceContext,
  variables: ReadonlyMap<string, string>,
): Map<YamlDocument, Diagnostic<InData>[]> {
  const found = new Map<YamlDocument, Diagnostic<InData>[]>();
  const fill = (text: string) => String(fillVariables(text, variables).data);
  const refer = (
    { document, fields, place }: Pick<CheckedBlock, 'document' | 'fields' | 'place'>,
    here: LinkSource,
  ) => {
    const raw = (path: Path) => valueAt(document.data, place(path));
    const diagnostics = referenceDiagnostics(fields, here, context, raw, fill);
    const before = found.get(document) ?? [];
    found.set(document, [...before, ...diagnostics.map((one) => movedTo(one, place))]);
  };
  // A shared block is checked with the first page that uses it: one cause, one diagnostic.
  const seen = new Set<CheckedBlock>();
  for (const { address, draft, blocks } of pages)
    for (const block of blocks) {
      if (!seen.has(block)) refer(block, { page: address, draft });
      seen.add(block);
    }
  for (const block of shared.values()) if (block && !seen.has(block)) refer(block, {});
  for (const { document, address, to } of redirects) {
    const fields = fieldsIn({ redirect: to }, redirectSettings);
    refer({ document, fields, place: (path) => path }, { page: address, draft: true, isRedirect: true });
  }
  if (site?.document) refer({ ...site, document: site.document }, {});
  return found;
}
