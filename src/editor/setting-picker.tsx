import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Path } from '../../schema/base/data.ts';
import { editorHost } from './host.ts';
import type { ListedValue } from './setting-types.ts';
import { type EditedData, fieldId } from './setting-context.ts';

/** Maximum number of search results to show. More results would be slow to render. */
const maxResults = 60;

interface PickerProps {
  kind: 'picture' | 'icon';
  path: Path;
  label: string;
  value: string;
  edited: EditedData;
  choose: (value: string) => void;
  children: ReactNode;
}

/** A field for a picture or icon, with a searchable list of choices. For pictures, it has an upload button. */
export function Picker({ kind, path, label, value, edited, choose, children }: PickerProps) {
  const [values, setValues] = useState<readonly ListedValue[]>();
  const [search, setSearch] = useState('');
  const [isDragOver, setIsDragOver] = useState(false);
  const pickerRef = useRef<HTMLDivElement>(null);
  const id = `${fieldId(path)}-picker`;
  const applyChoice = (choice: string) => {
    choose(choice);
    setValues(undefined);
    const shadowRoot = kind === 'picture' && pickerRef.current?.getRootNode();
    // After a new picture is selected, move on to its description, which must also change.
    const altField =
      shadowRoot instanceof ShadowRoot && shadowRoot.getElementById(fieldId([...path.slice(0, -1), 'alt']));
    if (altField instanceof HTMLTextAreaElement) {
      altField.focus();
      altField.select();
      edited.announce('Describe this picture');
    } else pickerRef.current?.querySelector('button')?.focus();
  };
  const add = async (file: File | undefined) => {
    const added = file && (await edited.addPicture(file));
    if (added !== undefined) applyChoice(added);
  };
  const open = async () => {
    setSearch('');
    setValues(values ? undefined : await edited.list(kind));
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !values) return;
    // Escape closes only the list, not the whole panel.
    event.preventDefault();
    event.stopPropagation();
    setValues(undefined);
    pickerRef.current?.querySelector('button')?.focus();
  };
  const searchWords = search.toLowerCase().split(/\s+/).filter(Boolean);
  const results = (values ?? []).filter((item) =>
    searchWords.every((word) => item.label.toLowerCase().includes(word)),
  );
  const dropHandlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsDragOver(true);
    },
    onDragLeave: () => setIsDragOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsDragOver(false);
      void add(event.dataTransfer.files[0]);
    },
  };
  return (
    <div
      className={isDragOver ? 'picker over' : 'picker'}
      ref={pickerRef}
      role="presentation"
      onKeyDown={close}
      {...(kind === 'picture' && dropHandlers)}
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
              {results.length > maxResults
                ? `Showing ${maxResults} of ${results.length}. Search to see others.`
                : `${results.length} found.`}
            </p>
            <div className={`choice-grid ${kind}`}>
              {results.slice(0, maxResults).map((item) => (
                <button
                  type="button"
                  key={item.value}
                  title={item.value}
                  aria-pressed={item.value === value}
                  onClick={() => applyChoice(item.value)}
                >
                  {item.drawing === undefined ? (
                    <SitePicture path={item.value} />
                  ) : (
                    <svg viewBox="0 0 24 24" aria-hidden dangerouslySetInnerHTML={{ __html: item.drawing }} />
                  )}
                  <span>{item.label.replace(/^.*\//, '')}</span>
                </button>
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Renders a picture in the site by its path. */
function SitePicture({ path }: { path: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => void Promise.resolve(editorHost().pictureUrl(path)).then(setUrl), [path]);
  return url === undefined ? null : <img src={url} alt="" loading="lazy" />;
}
