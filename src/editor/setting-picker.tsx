import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Path } from '../../schema/base/data.ts';
import { editorHost } from './host.ts';
import type { ListedValue } from './place-settings.ts';
import { type EditedData, idOf } from './setting-context.ts';

/** Maximum number of results. More would be slow to render. */
const maxShown = 60;

interface PickerProps {
  kind: 'picture' | 'icon';
  path: Path;
  label: string;
  value: string;
  edited: EditedData;
  choose: (value: string) => void;
  children: ReactNode;
}

/** A field for a picture or icon, with a searchable list of choices and an upload for pictures. */
export function Picker({ kind, path, label, value, edited, choose, children }: PickerProps) {
  const [values, setValues] = useState<readonly ListedValue[]>();
  const [search, setSearch] = useState('');
  const [isOver, setIsOver] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const id = `${idOf(path)}-picker`;
  const take = (chosen: string) => {
    choose(chosen);
    setValues(undefined);
    const words = kind === 'picture' && own.current?.getRootNode();
    // A new picture needs a new description.
    const alt = words instanceof ShadowRoot && words.getElementById(idOf([...path.slice(0, -1), 'alt']));
    if (alt instanceof HTMLTextAreaElement) {
      alt.focus();
      alt.select();
      edited.announce('Describe this picture');
    } else own.current?.querySelector('button')?.focus();
  };
  const add = async (file: File | undefined) => {
    const added = file && (await edited.addPicture(file));
    if (added !== undefined) take(added);
  };
  const open = async () => {
    setSearch('');
    setValues(values ? undefined : await edited.list(kind));
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !values) return;
    // Close the list, not the panel.
    event.preventDefault();
    event.stopPropagation();
    setValues(undefined);
    own.current?.querySelector('button')?.focus();
  };
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (values ?? []).filter((one) => words.every((word) => one.label.toLowerCase().includes(word)));
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      void add(event.dataTransfer.files[0]);
    },
  };
  return (
    <div
      className={isOver ? 'picker over' : 'picker'}
      ref={own}
      role="presentation"
      onKeyDown={close}
      {...(kind === 'picture' && drop)}
    >
      {kind === 'picture' && value.startsWith('/') && <SitePicture path={value} />}
      {children}
      <div className="actions">
        <button
          type="button"
          aria-expanded={values !== undefined}
          aria-controls={id}
          onClick={() => void open()}
        >
          Choose: {label}
        </button>
        {kind === 'picture' && (
          <label className="upload">
            <input
              type="file"
              accept=".jpg,.jpeg,.png,.webp,.avif,.svg"
              onChange={({ target }) => {
                void add(target.files?.[0]);
                target.value = '';
              }}
            />
            <span>Upload a picture or drop it here</span>
          </label>
        )}
      </div>
      <div id={id} hidden={values === undefined}>
        {values && (
          <>
            <input
              type="search"
              aria-label={`Search: ${label}`}
              placeholder="Search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <p className="help" role="status">
              {found.length > maxShown
                ? `${maxShown} of ${found.length}. Search to find others.`
                : `${found.length} found.`}
            </p>
            <div className={`choice-grid ${kind}`}>
              {found.slice(0, maxShown).map((one) => (
                <button
                  type="button"
                  key={one.value}
                  title={one.value}
                  aria-pressed={one.value === value}
                  onClick={() => take(one.value)}
                >
                  {one.drawing === undefined ? (
                    <SitePicture path={one.value} />
                  ) : (
                    <svg viewBox="0 0 24 24" aria-hidden dangerouslySetInnerHTML={{ __html: one.drawing }} />
                  )}
                  <span>{one.label.replace(/^.*\//, '')}</span>
                </button>
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Renders a picture of the site by its path. */
function SitePicture({ path }: { path: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => void Promise.resolve(editorHost().pictureUrl(path)).then(setUrl), [path]);
  return url === undefined ? null : <img src={url} alt="" loading="lazy" />;
}
