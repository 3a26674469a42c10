/** The ids of headings on a page where some are taken; what it makes is taken then. */
export function anchorOf(heading: string, taken: Set<string>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  let id = anchor || 'part';
  for (let twin = 2; taken.has(id); twin++) id = `${anchor || 'part'}-${twin}`;
  taken.add(id);
  return id;
}
