import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { Words } from '../editor/words.tsx';
import { type Answered, useStudio } from './host.ts';

/** Moves the focus to an element when it is there. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();

/** The heading of a tool, to which the focus comes from another one. */
export const Heading = ({ children }: { children: string }) => (
  <h1 tabIndex={-1} ref={useStudio().hasMoved ? focusOn : undefined}>
    {children}
  </h1>
);

/** Something to know. */
export const Note = ({ kind, children }: { kind: 'note' | 'good' | 'bad' | 'soft'; children: string }) => (
  <p className={kind}>
    <Words>{children}</Words>
  </p>
);

/** What went wrong. */
export const Problem = ({ of }: { of: Answered<unknown> | undefined }) => (
  <div role="status">{of?.isDone === false && <Note kind="bad">{of.message}</Note>}</div>
);

type FieldProps = { label: string; note?: string; problem?: string | undefined } & ComponentProps<'input'>;

/** A field with its label, and what is to be said of it. */
export function Field({ label, note = '', problem, ...input }: FieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <div>
      <label>
        {label}
        <input
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          aria-invalid={isWrong || undefined}
          {...input}
        />
      </label>
      <p className={isWrong ? 'bad' : 'soft'} id={id} role="status">
        <Words>{problem ?? note}</Words>
      </p>
    </div>
  );
}

type ActionProps = { act: () => Promise<unknown>; isMain?: boolean; children: ReactNode };

/** A button that waits until what it does is done. */
export function Action({ children, isMain, act }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void act().finally(() => setBusy(false));
  };
  return (
    <button type="button" className={isMain ? 'main' : ''} disabled={isBusy} onClick={press}>
      {children}
    </button>
  );
}

/** What a button is for, for those who do not see its surroundings. */
export const Unseen = ({ children }: { children: ReactNode }) => <span className="unseen">{children}</span>;

interface ItemsProps<Item> {
  all: readonly Item[];
  /** More than people read are left out. */
  most: number;
  renderItem: (item: Item) => ReactNode;
}

export const Items = <Item,>({ all, most, renderItem }: ItemsProps<Item>) =>
  all.length > 0 && (
    <ul>
      {all.slice(0, most).map((item, at) => (
        <li key={at}>{renderItem(item)}</li>
      ))}
      {all.length > most && <li className="soft">and {all.length - most} more</li>}
    </ul>
  );

type PagePictureProps = { html: string | undefined; title: string; fit: (frame: HTMLIFrameElement) => void };

/** A page as a picture: without programs, and not to be used. `fit` is called when it is there. */
export const PagePicture = ({ html, title, fit }: PagePictureProps) => (
  <div inert>
    {html !== undefined && (
      <iframe
        title={title}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={({ currentTarget }) => fit(currentTarget)}
      />
    )}
  </div>
);

/** A picture of the site, as it is or as it was. */
export function Picture({ path, was = false, alt }: { path: string; was?: boolean; alt: string }) {
  const { host } = useStudio();
  const [address, setAddress] = useState<string>();
  useEffect(() => void Promise.resolve(host.pictureUrl(path, was)).then(setAddress), [host, path, was]);
  return address !== undefined && <img src={address} alt={alt} loading="lazy" />;
}
