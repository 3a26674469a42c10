import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { TextWithCode } from '../editor/text-with-code.tsx';
import { type Result, useStudio } from './host.ts';

/** A ref that moves the focus to an element when it is mounted. */
export const focusElement = (element: HTMLElement | null): void => element?.focus();

/** The heading of a tool. It receives the focus after the author comes from another tool. */
export const Heading = ({ children }: { children: string }) => (
  <h1 tabIndex={-1} ref={useStudio().hasNavigated ? focusElement : undefined}>
    {children}
  </h1>
);

export const Note = ({ kind, children }: { kind: 'note' | 'good' | 'bad' | 'soft'; children: string }) => (
  <p className={kind}>
    <TextWithCode>{children}</TextWithCode>
  </p>
);

/** Shows the error message if a result has failed. */
export const Problem = ({ result }: { result: Result<unknown> | undefined }) => (
  <div role="status">{result?.isOk === false && <Note kind="bad">{result.message}</Note>}</div>
);

type FieldProps = { label: string; note?: string; problem?: string | undefined } & ComponentProps<'input'>;

/** A labelled input with a note. An error message replaces the note. */
export function Field({ label, note = '', problem, ...input }: FieldProps) {
  const id = useId();
  const isInvalid = problem !== undefined;
  return (
    <div>
      <label>
        {label}
        <input
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          aria-invalid={isInvalid || undefined}
          {...input}
        />
      </label>
      <p className={isInvalid ? 'bad' : 'soft'} id={id} role="status">
        <TextWithCode>{problem ?? note}</TextWithCode>
      </p>
    </div>
  );
}

type ActionProps = { action: () => Promise<unknown>; isMain?: boolean; children: ReactNode };

/** A button that ignores presses while its action is running. It stays focusable, so that it keeps the focus. */
export function Action({ children, isMain, action }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    void action().finally(() => setBusy(false));
  };
  return (
    <button type="button" className={isMain ? 'main' : ''} aria-disabled={isBusy} onClick={run}>
      {children}
    </button>
  );
}

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
);

interface ItemsProps<Item> {
  items: readonly Item[];
  /** Maximum number of items to show. The number of further items is shown below them. */
  max?: number;
  renderItem: (item: Item) => ReactNode;
}

export const Items = <Item,>({ items, max = Infinity, renderItem }: ItemsProps<Item>) =>
  items.length > 0 && (
    <ul>
      {items.slice(0, max).map((item, index) => (
        <li key={index}>{renderItem(item)}</li>
      ))}
      {items.length > max && <li className="soft">and {items.length - max} more</li>}
    </ul>
  );

interface PagePictureProps {
  html: string | undefined;
  title: string;
  onLoad: (frame: HTMLIFrameElement) => void;
}

/** Shows a page as a picture, without scripts or interaction. */
export const PagePicture = ({ html, title, onLoad }: PagePictureProps) => (
  <div inert>
    {html !== undefined && (
      <iframe
        title={title}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={({ currentTarget }) => onLoad(currentTarget)}
      />
    )}
  </div>
);

/** Shows a picture in the site, either the current version or the version before the changes. */
export function Picture({ path, isBefore = false, alt }: { path: string; isBefore?: boolean; alt: string }) {
  const { host } = useStudio();
  const [url, setUrl] = useState<string>();
  useEffect(() => void Promise.resolve(host.pictureUrl(path, isBefore)).then(setUrl), [host, path, isBefore]);
  return url !== undefined && <img src={url} alt={alt} loading="lazy" />;
}
