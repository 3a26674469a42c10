import { dayAt } from '../base/zoned-time.ts';
import type { Path } from '../base/path.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { FileFinding } from './file-finding.ts';
import type { HiddenPages } from './hidden-pages.ts';
import type { SiteFile } from './read-files.ts';
import type { SiteFiles } from './site-files.ts';

/** Alerts that are shown no longer, where they stand. */
export function pastAlerts(files: SiteFiles, time: HiddenPages): FileFinding[] {
  const today = dayAt(time.now, time.zone);
  const isPast = (until: string | undefined) => until !== undefined && until < today;
  const shared = new Set<string>();
  const found: FileFinding[] = [];
  const look = (path: string, blocks: readonly CheckedBlock[]) => {
    for (const { block, place } of blocks)
      if (block?.type === 'alert' && isPast(block.until))
        found.push([path, pastDay(place(['until']), 'alert', block.until ?? '')]);
  };
  for (const path of [...files.timed].toSorted()) {
    const state = files.pages.get(path);
    if (!state?.found.summary?.ends.some(isPast)) continue;
    look(
      path,
      state.file().entries.flatMap((entry) => ('use' in entry ? [] : [entry])),
    );
    for (const name of state.facts.place.uses) shared.add(name);
  }
  for (const [path, state] of files.shared)
    if (shared.has(state.facts.name)) look(path, [state.file().block ?? []].flat());
  return found;
}

/** The announcement, if it is shown no longer. */
export function pastAnnouncement({ site, place }: SiteFile, { now, zone }: HiddenPages): Finding[] {
  const until = site?.announcement?.until;
  if (until === undefined || until >= dayAt(now, zone)) return [];
  return [pastDay(place(['announcement', 'until']), 'announcement', until)];
}

const pastDay = (path: Path, called: string, until: string): Finding => ({
  path,
  rule: 'past-day',
  message: `this ${called} is shown no longer, since its last day was ${until}`,
  label: 'this day is over',
  received: until,
  advice: `delete the ${called}, or give it another last day`,
});
