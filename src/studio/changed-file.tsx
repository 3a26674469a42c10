import { useEffect, useId, useRef, useState } from 'react';
import type { ListedChange, ListedFile, Pictures } from '../../scripts/editing/change-list.ts';
import type { TextPart } from '../../scripts/editing/word-diff.ts';
import { useStudio } from './host.ts';
import { Action, PagePicture, Picture, VisuallyHidden } from './components.tsx';

const kindLabels = { new: 'New', changed: '', deleted: 'Deleted', moved: 'Moved' } as const;

/** Returns the path of a file after the change. */
export const toNewPath = ({ paths }: Pick<ListedFile, 'paths'>): string => paths.at(-1) ?? '';

interface ChangedFileProps {
  file: ListedFile;
  isSelected: boolean;
  select: (isSelected: boolean) => void;
  undo: () => Promise<unknown>;
}

/** Shows a changed file with its changes, a checkbox to select the file, and a button to undo the changes. */
export function ChangedFile({ file, isSelected, select, undo }: ChangedFileProps) {
  const { kind, title, route, oldRoute, note, changes, pictures, version } = file;
  const { host } = useStudio();
  const id = useId();
  const fileLabel = route ?? toNewPath(file);
  return (
    <section className="card file" aria-labelledby={id}>
      <label className="tick">
        <input type="checkbox" checked={isSelected} onChange={(event) => select(event.target.checked)} />
        <b id={id}>{title}</b> {kindLabels[kind] !== '' && <em>{kindLabels[kind]}</em>}
      </label>
      <p className="soft">
        {oldRoute !== undefined && (
          <>
            <TextPartView kind="old" text={oldRoute} />{' '}
          </>
        )}
        {route === undefined || kind === 'deleted' ? fileLabel : <a href={host.url(route)}>{route}</a>}
        {note !== undefined && ` · ${note}`}
      </p>
      {isSelected &&
        groupByBlock(kind, changes).map(({ block, changes: blockChanges }, at) => (
          <div className="change" key={at}>
            <div>
              {blockChanges.map((change, index) => (
                <Change key={index} change={change} />
              ))}
            </div>
            {block !== undefined && route !== undefined && kind !== 'deleted' && (
              <BlockPicture key={version} route={route} block={block} />
            )}
          </div>
        ))}
      {isSelected && pictures && <PictureVersions {...pictures} />}
      <p className="row">
        <Action action={undo}>
          Undo {changes.length > 1 ? 'these changes' : 'this change'}
          <VisuallyHidden> to {title}</VisuallyHidden>
        </Action>
        {!isSelected && <span className="soft">Not selected</span>}
      </p>
    </section>
  );
}

/** Groups adjacent changes in the same block. */
function groupByBlock(kind: ListedFile['kind'], changes: readonly ListedChange[]) {
  const groups: { block: number | undefined; changes: ListedChange[] }[] = [];
  for (const change of changes) {
    const block = kind === 'new' ? 0 : change.block;
    const last = groups.at(-1);
    if (last && last.block === block) last.changes.push(change);
    else groups.push({ block, changes: [change] });
  }
  return groups;
}

const Change = ({ change: { where, note, parts, pictures } }: { change: ListedChange }) => (
  <>
    {where.length > 0 && <p className="soft">{where.join(' · ')}</p>}
    <p className="text">
      {note !== undefined && (parts.length === 0 ? `${note}.` : <b>{note} </b>)}
      {parts.map((part, at) => (
        <TextPartView key={at} {...part} isAfterOld={parts[at - 1]?.kind === 'old'} />
      ))}
    </p>
    {pictures && <PictureVersions {...pictures} />}
  </>
);

function TextPartView({ kind, text, isAfterOld = false }: TextPart & { isAfterOld?: boolean }) {
  if (kind === 'same') return text;
  const Tag = kind === 'old' ? 'del' : 'ins';
  return (
    <>
      {/* Add a space. Without it, screen readers read the old and the new word as one. */}
      {isAfterOld && ' '}
      <Tag>
        <VisuallyHidden>{kind === 'old' ? 'before: ' : 'now: '}</VisuallyHidden>
        {text}
      </Tag>
    </>
  );
}

const PictureVersions = ({ before, after }: Pictures) => (
  <div className="pictures">
    {before !== undefined && <Picture path={before} isBefore alt="Before" />}
    {after !== undefined && <Picture path={after} alt="Now" />}
  </div>
);

/** Shows a picture of a block. The picture is rendered when it scrolls into view. */
function BlockPicture({ route, block }: { route: string; block: number }) {
  const { request } = useStudio();
  const container = useRef<HTMLDivElement>(null);
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const result = await request({ do: 'draw', route });
      if (result.isOk) setHtml(result.answer.html);
    });
    if (container.current) observer.observe(container.current);
    return () => observer.disconnect();
  }, [request, route]);
  return (
    <div className="view" ref={container}>
      <PagePicture html={html} title="Picture of this block" onLoad={(frame) => showBlock(frame, block)} />
    </div>
  );
}

/** Scrolls the frame with the picture of a page to a block. */
function showBlock({ contentDocument: page, contentWindow: view }: HTMLIFrameElement, index: number): void {
  const innerBlock = '[data-block] [data-block]';
  const block = page && [...page.querySelectorAll(`main [data-block]:not(${innerBlock})`)][index];
  if (!block || !view) return;
  page.documentElement.style.cssText = 'scroll-behavior:auto;overflow:hidden';
  for (const header of page.querySelectorAll<HTMLElement>('body > header')) header.style.position = 'static';
  view.scrollTo(0, block.getBoundingClientRect().top + view.scrollY);
}
