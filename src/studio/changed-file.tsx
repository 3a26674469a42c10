import { useEffect, useId, useRef, useState } from 'react';
import type { ListedChange, ListedFile, Pictures } from '../../scripts/editing/change-list.ts';
import type { TextPart } from '../../scripts/editing/changed-words.ts';
import { useStudio } from './host.ts';
import { Action, PagePicture, Picture, Unseen } from './parts.tsx';

const kinds = { new: 'New', changed: '', deleted: 'Deleted', moved: 'Moved' } as const;

interface ChangedFileProps {
  file: ListedFile;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
  takeBack: () => Promise<unknown>;
}

/** A file of the list, with its changes. */
export function ChangedFile({ file, isChosen, choose, takeBack }: ChangedFileProps) {
  const { kind, paths, title, route, oldRoute, note, changes, pictures, version } = file;
  const { host } = useStudio();
  const id = useId();
  const address = route ?? paths.at(-1);
  const groups = groupsOf(kind, changes);
  return (
    <section className="card file" aria-labelledby={id}>
      <label className="tick">
        <input type="checkbox" checked={isChosen} onChange={(event) => choose(event.target.checked)} />
        <b id={id}>{title}</b> {kinds[kind] !== '' && <em>{kinds[kind]}</em>}
      </label>
      <p className="soft">
        {oldRoute !== undefined && (
          <>
            <Part kind="old" text={oldRoute} />{' '}
          </>
        )}
        {route === undefined || kind === 'deleted' ? address : <a href={host.address(route)}>{route}</a>}
        {note !== undefined && ` · ${note}`}
      </p>
      {isChosen &&
        groups.map(({ block, changes: some }, at) => (
          <div className="change" key={at}>
            <div>
              {some.map((change, index) => (
                <Change key={index} change={change} />
              ))}
            </div>
            {block !== undefined && route !== undefined && kind !== 'deleted' && (
              <BlockPicture key={version} route={route} block={block} />
            )}
          </div>
        ))}
      {isChosen && pictures && <BeforeAndNow {...pictures} />}
      <p className="row">
        <Action act={takeBack}>
          Undo {changes.length > 1 ? 'these changes' : 'this change'}
          <Unseen> of {title}</Unseen>
        </Action>
        {!isChosen && <span className="soft">Not chosen, stays with you.</span>}
      </p>
    </section>
  );
}

/** The changes of each block together. */
function groupsOf(kind: ListedFile['kind'], changes: readonly ListedChange[]) {
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
        <Part key={at} {...part} isAfterOld={parts[at - 1]?.kind === 'old'} />
      ))}
    </p>
    {pictures && <BeforeAndNow {...pictures} />}
  </>
);

function Part({ kind, text, isAfterOld = false }: TextPart & { isAfterOld?: boolean }) {
  if (kind === 'same') return text;
  const Tag = kind === 'old' ? 'del' : 'ins';
  return (
    <>
      {/* A changed word stands apart from the one that it replaces. */}
      {isAfterOld && ' '}
      <Tag>
        <Unseen>{kind === 'old' ? 'before: ' : 'now: '}</Unseen>
        {text}
      </Tag>
    </>
  );
}

const BeforeAndNow = ({ before, after }: Pictures) => (
  <div className="pictures">
    {before !== undefined && <Picture path={before} was alt="Before" />}
    {after !== undefined && <Picture path={after} alt="Now" />}
  </div>
);

/** A picture of a block, which is drawn when it comes into view. */
function BlockPicture({ route, block }: { route: string; block: number }) {
  const { ask } = useStudio();
  const place = useRef<HTMLDivElement>(null);
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const drawn = await ask({ do: 'draw', route });
      if (drawn.isDone) setHtml(drawn.answer.html);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [ask, route]);
  return (
    <div className="view" ref={place}>
      <PagePicture html={html} title="Picture of this block" fit={(frame) => showBlock(frame, block)} />
    </div>
  );
}

/** Scrolls a picture of a page to one of its blocks. */
function showBlock({ contentDocument: page, contentWindow: view }: HTMLIFrameElement, at: number): void {
  const inner = '[data-block] [data-block]';
  const block = page && [...page.querySelectorAll(`main [data-block]:not(${inner})`)][at];
  if (!block || !view) return;
  page.documentElement.style.cssText = 'scroll-behavior:auto;overflow:hidden';
  for (const header of page.querySelectorAll<HTMLElement>('body > header')) header.style.position = 'static';
  view.scrollTo(0, block.getBoundingClientRect().top + view.scrollY);
}
