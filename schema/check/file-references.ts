import { type Path, valueAt } from '../base/path.ts';
import { type Diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import type { YamlDocument } from '../document/read-document.ts';
import type { Field } from '../validate/collect-fields.ts';
import type { Variables } from '../validate/variables.ts';
import type { LinkSource, ReferenceContext } from './reference-context.ts';
import { referenceDiagnostics } from './references.ts';

/** Fields, with the document that they stand in and their place there. */
export interface PlacedFields {
  document: YamlDocument;
  fields: readonly Field[];
  place(path: Path): Path;
}

/** What is wrong with the references of fields; paths are those of their document. */
export function fileReferences(
  { document, fields, place }: PlacedFields,
  here: LinkSource,
  context: ReferenceContext,
  variables: Variables,
): Diagnostic<InData>[] {
  const raw = (path: Path) => valueAt(document.data, place(path));
  return referenceDiagnostics(fields, here, context, raw, variables).map((one) => movedTo(one, place));
}
