import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { editorDocument } from '../outputs/own-document.ts';
import { count, escape } from '../system/format.ts';
import { engineFolder, type SiteFolders } from '../system/project.ts';
import type { ChangeList, ListedChange, ListedFile } from './change-list.ts';
import type { TextPart } from './changed-words.ts';
import { maxTitle } from './proposal.ts';
import { isEditBranch, type NoRepository, type Repository } from './repository.ts';
import { hostName } from './request-link.ts';
import type { TakenBack } from './take-back.ts';

/** All that the page shows. */
export type HandInState = { site: SiteFolders } & (
  | { without: NoRepository }
  | (ChangeList & { repository: Repository; takenBack: TakenBack[]; link: string | undefined })
);

const read = (file: string) => readFileSync(join(engineFolder, 'scripts/hand-in', file), 'utf8');

/** The page on which an author sees what has changed and hands it in. */
export function handInDocument(state: HandInState, page: { base: string; token: string }): string {
  const main = 'without' in state ? withoutHistory(state) : withHistory(state, page.base);
  const [css, script] = [read('hand-in.css'), read('hand-in.js')];
  return editorDocument({ title: 'Hand in', css, script, main }, page);
}

function withoutHistory({ without, site }: { without: NoRepository; site: SiteFolders }): string {
  const folders = [basename(site.pages), 'public'].map((name) => `<li><strong>${escape(name)}</strong></li>`);
  return (
    `<div class="list"><h1 tabindex="-1">Hand in</h1><p class="note">${escape(without.message)}</p>${saidHtml(without.said)}` +
    `<p>Send these folders to the maintainer of the site:</p><ul class="send">${folders.join('')}</ul>` +
    `<p>They are in <code>${escape(site.folder)}</code>.</p></div>`
  );
}

const saidHtml = (said: string | undefined): string =>
  said === undefined || said === ''
    ? ''
    : `<details><summary>What git said</summary><pre tabindex="0">${escape(said)}</pre></details>`;

function withHistory(state: Exclude<HandInState, { without: NoRepository }>, base: string): string {
  const { repository, files, others, takenBack } = state;
  const changes = files.reduce((sum, { changes: some }) => sum + Math.max(1, some.length), 0);
  const heading = files.length === 0 ? 'Nothing to hand in' : `Hand in ${count(changes, 'change')}`;
  const since = `since ${dayOf(repository.last.at)}`;
  const intro =
    files.length === 0
      ? `Nothing has changed ${since}. What you change in pages appears here.`
      : `Everything ${since}. Untick what should wait.`;
  const elsewhere =
    others === 0
      ? ''
      : ` ${count(others, 'changed file')} outside the site ${others === 1 ? 'stays' : 'stay'} as ${others === 1 ? 'it is' : 'they are'}.`;
  return (
    `<div class="list"><h1 tabindex="-1">${heading}</h1><p class="soft">${intro}${elsewhere}</p>` +
    repository.notes.map((note) => `<p class="note">${escape(note)}</p>`).join('') +
    (files.length === 0
      ? ''
      : `<ol class="files">${files.map((file, at) => fileHtml(file, at, base)).join('')}</ol>`) +
    `${takenBackHtml(takenBack)}</div><div class="side">${sideHtml(state)}</div>`
  );
}

function dayOf(at: Date): string {
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', ...year }).format(at);
  return `${day}, ${new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)}`;
}

const kinds = { new: 'New', changed: '', deleted: 'Deleted', moved: 'Moved' } as const;

function fileHtml(file: ListedFile, at: number, base: string): string {
  const { kind, paths, version, title, route, note } = file;
  const path = paths.at(-1) ?? '';
  const address = route === undefined ? `<span>${escape(path)}</span>` : addressHtml(file, base);
  const name = escape(title);
  return (
    `<li data-path="${escape(path)}" data-version="${version}"><input type="checkbox" id="file-${at}" checked>` +
    `<div><h2><label for="file-${at}">${name}</label>${kinds[kind] === '' ? '' : ` <em>${kinds[kind]}</em>`}</h2>` +
    `<p class="address">${address}${note === undefined ? '' : ` · ${escape(note)}`}</p>` +
    changesHtml(file, base) +
    (file.isPicture ? picturesHtml(publicPictures(file), base) : '') +
    `<p><button type="button" class="link" data-take-back>Undo ${file.changes.length > 1 ? 'these changes' : 'this change'}<span class="hidden"> of ${name}</span></button>` +
    '<span class="waits">Not chosen, stays with you.</span></p></div></li>'
  );
}

function addressHtml({ kind, route = '', oldRoute }: ListedFile, base: string): string {
  if (oldRoute !== undefined) return `<span>${delHtml(oldRoute)} ${insHtml(route)}</span>`;
  return kind === 'deleted'
    ? `<span>${escape(route)}</span>`
    : `<a href="${escape(base + encodeURI(route))}">${escape(route)}</a>`;
}

/** The changes of a file, those of one block beside a picture of it. */
function changesHtml({ kind, changes, route }: ListedFile, base: string): string {
  const groups: { block: number | undefined; html: string }[] = [];
  for (const change of changes) {
    const block = kind === 'new' ? 0 : change.block;
    const last = groups.at(-1);
    if (last && last.block === block) last.html += changeHtml(change, base);
    else groups.push({ block, html: changeHtml(change, base) });
  }
  const items = groups.map(({ block, html }) => {
    const isShown = block !== undefined && route !== undefined && kind !== 'deleted';
    const address = `${base}/__hand-in/page?route=${encodeURIComponent(route ?? '')}`;
    // Without programs, and not to be used: it is a picture.
    const frame =
      `<div class="view" inert><iframe src="${escape(address)}" data-block="${block}" title="Picture of this block" ` +
      'tabindex="-1" loading="lazy" sandbox="allow-same-origin"></iframe></div>';
    return `<li><div>${html}</div>${isShown ? frame : ''}</li>`;
  });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function changeHtml({ where, note, parts, pictures }: ListedChange, base: string): string {
  const place = where.length === 0 ? '' : `<p class="place">${escape(where.join(' · '))}</p>`;
  // A changed word stands apart from the one that it replaces.
  const words = parts.map(partHtml).join('').replaceAll('</del><ins>', '</del> <ins>');
  const said = note === undefined ? '' : words === '' ? `${escape(note)}.` : `<b>${escape(note)}</b> `;
  return `<div class="change">${place}<p class="text">${said}${words}</p>${pictures ? picturesHtml(pictures, base) : ''}</div>`;
}

const partHtml = ({ kind, text }: TextPart): string =>
  kind === 'same'
    ? `<span class="same">${escape(text)}</span>`
    : kind === 'old'
      ? delHtml(text)
      : insHtml(text);

const delHtml = (text: string) => `<del><span class="hidden">before: </span>${escape(text)}</del>`;
const insHtml = (text: string) => `<ins><span class="hidden">now: </span>${escape(text)}</ins>`;

/** The addresses of a picture of `public/`, as far as it was and is there. */
function publicPictures({ kind, paths: [path = ''] }: ListedFile): { before?: string; after?: string } {
  const address = path.slice('public'.length);
  return { ...(kind !== 'new' && { before: address }), ...(kind !== 'deleted' && { after: address }) };
}

function picturesHtml({ before, after }: { before?: string; after?: string }, base: string): string {
  const figure = (name: string, address: string) =>
    `<figure><img src="${escape(address)}" alt="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`;
  return (
    '<div class="pictures">' +
    (before === undefined
      ? ''
      : figure('Before', `${base}/__hand-in/before?path=${encodeURIComponent(`public${before}`)}`)) +
    (after === undefined ? '' : figure('Now', base + after.split('/').map(encodeURIComponent).join('/'))) +
    '</div>'
  );
}

function takenBackHtml(takenBack: readonly TakenBack[]): string {
  if (takenBack.length === 0) return '';
  const items = takenBack.map(
    ({ id, title, at }) =>
      `<li><span><strong>${escape(title)}</strong> <span class="soft">${dayOf(at)}</span></span>` +
      `<button type="button" data-put-back="${id}">Put it back<span class="hidden">: ${escape(title)}</span></button></li>`,
  );
  return (
    `<h2>Taken back</h2><p class="soft">What you wrote there is in a safe place (<code>git stash list</code>).</p>` +
    `<ul class="taken">${items.join('')}</ul>`
  );
}

function sideHtml(state: Exclude<HandInState, { without: NoRepository }>): string {
  const { repository, files } = state;
  const { blocked, unsent, remote } = repository;
  const result = '<div class="card" id="result" hidden></div>';
  if (blocked !== undefined) return `${result}<div class="card"><p class="note">${escape(blocked)}</p></div>`;
  return [
    result,
    unsent > 0 ? waitingHtml(unsent) : lastHtml(state),
    files.length === 0 ? '' : remote ? formHtml(state) : offlineHtml(state),
    files.length === 0 ? '' : nextHtml(remote && (hostName(remote.url) ?? 'the place for reviews')),
  ].join('');
}

const waitingHtml = (unsent: number): string =>
  `<div class="card"><p class="note"><strong>${count(unsent, 'hand-in')} ${unsent === 1 ? 'waits' : 'wait'} to be sent.</strong> ` +
  'Your work is safe on this computer.</p><p><button type="button" class="main" data-send>Send now</button></p></div>';

/** What was handed in last, if its branch is still the current one. */
function lastHtml({ repository, link }: Exclude<HandInState, { without: NoRepository }>): string {
  const { branch, last, remote } = repository;
  if (!remote || !isEditBranch(branch)) return '';
  const open =
    link === undefined
      ? `Its branch is <code>${escape(branch)}</code>: the maintainer of the site can open it there.`
      : `<a href="${escape(link)}">Open the request at ${escape(hostName(remote.url) ?? 'the host')}</a>`;
  return `<div class="card last"><p class="good"><strong>Sent: ${escape(last.title)}</strong></p><p>${open}</p></div>`;
}

const titleFields =
  `<p class="label"><label for="title">In one line</label> <span class="soft">proposed from your changes</span></p>` +
  `<input id="title" name="title" required maxlength="${maxTitle}" autocomplete="off">` +
  '<p class="label"><label for="note">A word to the reviewer</label> <span class="soft">optional</span></p>' +
  '<textarea id="note" name="note" rows="3"></textarea>';

const identityFields =
  '<fieldset><legend>Who are you?</legend><p class="soft">Git on this computer does not know your name yet. It is noted with each change.</p>' +
  '<label for="name">Name</label><input id="name" name="name" required autocomplete="name">' +
  '<label for="email">E-mail</label><input id="email" name="email" type="email" required autocomplete="email"></fieldset>';

const formHtml = ({ repository }: Exclude<HandInState, { without: NoRepository }>): string =>
  `<form class="card">${titleFields}${repository.hasIdentity ? '' : identityFields}<div id="faults"></div>` +
  '<button class="main">Send for review <kbd>Ctrl Enter</kbd></button><p class="soft" id="plan"></p></form>';

/** Without a remote, the author sends the files. */
function offlineHtml({ repository, files, site }: Exclude<HandInState, { without: NoRepository }>): string {
  const rows = files.flatMap(({ paths, changes, kind }) =>
    paths.map((path, at) => {
      const isGone = kind === 'deleted' || (kind === 'moved' && at === 0);
      const what = isGone
        ? 'to be deleted'
        : kind === 'changed' && changes.length > 0
          ? count(changes.length, 'change')
          : kind;
      return `<li data-of="${escape(paths.at(-1) ?? '')}" data-file="${escape(path)}"><strong>${escape(basename(path))}</strong><span class="soft">${escape(dirname(path))}</span><span class="soft">${what}</span></li>`;
    }),
  );
  return (
    '<form class="card"><p class="note"><strong>This site is not connected to a place for reviews.</strong> Your work is safe on this ' +
    `computer. Send <span id="how-many">${count(rows.length, 'file')}</span> to the maintainer of the site.</p>` +
    `<ul class="send">${rows.join('')}</ul><p>They are in <code id="folder">${escape(site.folder)}</code>.</p>` +
    '<p class="row"><a class="button" id="mail" href="mailto:">Write the mail</a>' +
    '<button type="button" data-copy>Copy the paths</button></p>' +
    `<div id="faults"></div>${titleFields}${repository.hasIdentity ? '' : identityFields}` +
    '<button class="main">I have sent them</button><p class="soft" id="plan"></p></form>'
  );
}

function nextHtml(host: string | undefined): string {
  const steps =
    host === undefined
      ? [
          ['You send the files', 'The mail says what changed, in the words at the left.'],
          ['They put them into the site', 'Each file goes to the folder named with it.'],
          ['Connected later?', 'Then this button says “Send for review”, and nothing is lost.'],
        ]
      : [
          ['You open the request', `The next page has a link to ${host}, where one click opens it.`],
          ['Somebody reads it', 'They accept, or write back. What you hand in until then is added to it.'],
          ['It goes live', 'after they accept. You can go on editing.'],
        ];
  const items = steps.map(
    ([name = '', text = '']) => `<li><strong>${name}</strong> <span class="soft">${escape(text)}</span></li>`,
  );
  return `<h2>What happens next</h2><ol class="next">${items.join('')}</ol>`;
}
