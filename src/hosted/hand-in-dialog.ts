import { lineEdits, linesOfBoth } from '../../schema/diagnostics/text-parts.ts';
import { elementOf } from '../editor/chrome.ts';
import { versionsOf } from '../editor/notes.ts';
import { HostRefused } from './host-api.ts';
import { HostedSite } from './hosted-site.ts';
import { type Conflict, mergeUncommitted, resolveConflict } from './merge-uncommitted.ts';
import { buttonOf, dialogOf, fieldOf } from './parts.ts';
import type { Opened } from './workspace-state.ts';

/** Lists what has changed, and sends it for review. */
export function handInDialog(opened: Opened, restart: () => void, open: (path: string) => void): void {
  const { site, uncommitted } = opened;
  const pictures = [...opened.pictures.usedIn(site).keys()];
  const changed = site.files.filter(({ path }) => uncommitted.all.has(path));
  const count = changed.length + pictures.length;
  const list = elementOf(
    'ul',
    'changes',
    ...changed.map(({ path, title, errors }) => {
      const { base = '', text = '' } = uncommitted.all.get(path) ?? {};
      const edits = lineEdits(base, text).length;
      const places = edits === 1 ? 'one place' : `${edits} places`;
      const name = buttonOf(title, () => {
        dialog.close();
        open(path);
      });
      const words = `${path}, changed in ${places}${errors > 0 ? `, ${errors} to fix` : ''}`;
      return elementOf('li', errors > 0 ? 'faulty' : '', name, elementOf('span', '', words));
    }),
    ...pictures.map((path) => elementOf('li', '', elementOf('span', '', `public/${path}, a new picture`))),
  );
  const [first] = changed;
  const usual = changed.length === 1 ? `Change “${first?.title}”` : `Change ${changed.length} pages`;
  const title = fieldOf('What you changed, in a few words', 'Those who review it read this first', {
    value: usual,
  });
  const message = elementOf('p', 'problem');
  message.setAttribute('role', 'alert');
  const send = buttonOf('Send for review', () => void submit(), 'main');
  const actions = elementOf(
    'div',
    'actions',
    buttonOf('Cancel', () => dialog.close()),
    send,
  );
  const dialog = dialogOf(
    'Hand in',
    elementOf('p', '', `One commit, ${count === 1 ? 'one file' : `${count} files`}. Nothing else changes.`),
    list,
    title.element,
    message,
    actions,
  );

  async function submit(): Promise<void> {
    send.disabled = true;
    send.textContent = 'Sending…';
    message.textContent = '';
    try {
      const address = await handIn(opened, title.input.value.trim() || usual);
      const link = document.createElement('a');
      Object.assign(link, {
        href: address,
        textContent: 'Open the request',
        target: '_blank',
        rel: 'noreferrer',
      });
      dialog.replaceChildren(
        elementOf('h2', '', 'Handed in'),
        elementOf(
          'p',
          '',
          'Your changes wait for review. Until they are accepted, the list shows the site without them.',
        ),
        elementOf('p', '', link),
        elementOf(
          'div',
          'actions',
          buttonOf('Close', () => dialog.close(), 'main'),
        ),
      );
      dialog.addEventListener('close', restart);
      link.focus();
    } catch (problem) {
      if (problem instanceof ConflictFound) return showConflicts(problem.conflicts, problem.site);
      if (!(problem instanceof HostRefused)) throw problem;
      message.textContent = problem.message;
    } finally {
      send.disabled = false;
      send.textContent = 'Send for review';
    }
  }

  function showConflicts(conflicts: readonly Conflict[], newer: HostedSite): void {
    const left = new Set(conflicts);
    const parts = conflicts.map((conflict) => {
      const { path, base, mine, theirs } = conflict;
      const both = theirs === undefined ? [] : linesOfBoth(base ?? '', mine, theirs);
      const choose = (side: 'mine' | 'theirs') => {
        resolveConflict(conflict, side, uncommitted, newer);
        left.delete(conflict);
        part.remove();
        if (left.size > 0) return;
        dialog.close();
        handInDialog({ ...opened, site: newer }, restart, () => restart());
      };
      const part = elementOf(
        'section',
        'both',
        elementOf(
          'b',
          '',
          theirs === undefined
            ? `${path} was deleted by others.`
            : `${path} was changed by others in the same lines.`,
        ),
        ...both.flatMap(versionsOf),
        elementOf(
          'div',
          'actions',
          buttonOf('Keep mine', () => choose('mine'), 'main'),
          buttonOf('Take the other', () => choose('theirs')),
        ),
      );
      return part;
    });
    dialog.replaceChildren(
      elementOf('h2', '', 'Two versions'),
      elementOf('p', '', 'Nothing is lost. Choose one version of each file.'),
      ...parts,
    );
    dialog.addEventListener('close', () => left.size > 0 && restart());
  }
}

/** Others have changed the same as the author. */
class ConflictFound extends Error {
  readonly conflicts: readonly Conflict[];
  readonly site: HostedSite;

  constructor(conflicts: readonly Conflict[], site: HostedSite) {
    super('conflict');
    [this.conflicts, this.site] = [conflicts, site];
  }
}

async function handIn({ host, site, uncommitted, pictures, place }: Opened, title: string): Promise<string> {
  const now = await host.snapshot();
  const isSame = now.commit === site.snapshot.commit;
  const newest = isSame ? site : await HostedSite.read(host, now, place.folder);
  if (!isSame) pictures.offerTo(newest);
  const conflicts = mergeUncommitted(uncommitted, newest);
  if (conflicts.length > 0) throw new ConflictFound(conflicts, newest);
  const texts = new Map([...uncommitted.all].map(([path, { text }]) => [path, text]));
  const files = new Map<string, string | Uint8Array>([
    ...[...texts].map(([path, text]) => [newest.fileOf(path), text] as const),
    ...[...pictures.usedIn(newest)].map(([path, bytes]) => [newest.assetFile(path), bytes] as const),
  ]);
  const slug = title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  const mark = Date.now().toString(36);
  const branch = `edit/${slug || 'pages'}-${mark}`;
  const address = await host.handIn(now, files, { branch, title, body: '' });
  uncommitted.remove(texts);
  await pictures.clear();
  return address;
}
