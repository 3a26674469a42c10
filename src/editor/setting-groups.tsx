import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path, startsWithPath, getValueAt } from '../../schema/base/data.ts';
import { lowerFirst } from '../../schema/base/text.ts';
import { icons } from './chrome.ts';
import { findBestForm, isComplete, type Setting, type Widget, type WidgetByKind } from './setting-types.ts';
import { replaceValueAt } from './setting-changes.ts';
import { EditedContext, type EditedData, fieldId } from './setting-context.ts';
import {
  ChoiceField,
  type FieldProps,
  FileField,
  MarkField,
  FieldNotes,
  TextField,
  useEditedData,
} from './setting-fields.tsx';

/** Renders the field for a setting. The kind of the widget determines the component. */
export function SettingField({ widget, path, setting }: FieldProps) {
  switch (widget.kind) {
    case 'text':
    case 'words':
    case 'long':
    case 'number':
    case 'date':
    case 'color':
      return <TextField {...{ widget, path, setting }} />;
    case 'choice':
      return <ChoiceField {...{ widget, path, setting }} />;
    case 'mark':
    case 'switch':
      return <MarkField {...{ widget, path, setting }} />;
    case 'group':
      return <GroupField {...{ widget, path, setting }} />;
    case 'list':
      return <ListField {...{ widget, path, setting }} />;
    case 'record':
      return <RecordField {...{ widget, path, setting }} />;
    case 'forms':
      return <FormsField {...{ widget, path, setting }} />;
    case 'file':
      return <FileField {...{ widget, path, setting }} />;
  }
}

/** Renders the fields of settings. In a group, rarely used settings are collapsed if none of them is set. */
export function Settings({ settings, path }: { settings: readonly Setting[]; path: Path }) {
  const { data, faults } = useEditedData();
  const [isOpen, setOpen] = useState<boolean>();
  const toPath = ({ name }: Setting) => [...path, name];
  const renderField = (setting: Setting) => (
    <SettingField key={setting.name} widget={setting.widget} path={toPath(setting)} setting={setting} />
  );
  const mainSettings = settings.filter(({ group }) => group !== 'more');
  if (path.length === 0 || mainSettings.length === 0 || mainSettings.length === settings.length)
    return settings.map(renderField);
  const moreSettings = settings.filter(({ group }) => group === 'more');
  const isUsed = moreSettings.some(
    (item) =>
      getValueAt(data, toPath(item)) !== undefined ||
      faults.some((fault) => startsWithPath(fault.path, toPath(item))),
  );
  return (
    <>
      {mainSettings.map(renderField)}
      <details
        className="rare"
        open={isOpen ?? isUsed}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>More settings</summary>
        <div>{moreSettings.map(renderField)}</div>
      </details>
    </>
  );
}

/**
 * Manages a draft of a new value. Nested fields change the draft until it is complete. Then the draft is written to the
 * file.
 */
function useDraft(path: Path, widget: Widget) {
  const parent = useEditedData();
  const [draft, setDraft] = useState<Value>();
  const latest = useRef<Value>(undefined);
  const set = (value: Value | undefined) => {
    latest.current = value;
    setDraft(value);
  };
  /** Sets the draft, and writes it if it is complete. */
  const start = async (value: Value, session?: object): Promise<boolean> => {
    set(value);
    if (!isComplete(widget, value)) return true;
    const isWritten = await parent.change(path, value, session);
    if (isWritten && latest.current === value) set(undefined);
    return isWritten;
  };
  /** Changes the list around an item of the draft. Returns `undefined` if the item is not in the draft. */
  const changeDraftList = (itemPath: Path, change: (items: readonly Value[], index: number) => Value[]) => {
    const inner = itemPath.slice(path.length);
    const list = getValueAt(latest.current, inner.slice(0, -1));
    if (!startsWithPath(itemPath, path) || !Array.isArray(list)) return undefined;
    const items = change(list as readonly Value[], Number(inner.at(-1))); // parsed YAML
    return start(replaceValueAt(latest.current, inner.slice(0, -1), items) ?? '');
  };
  const edited: EditedData =
    draft === undefined
      ? parent
      : {
          ...parent,
          data: replaceValueAt(parent.data, path, draft),
          faults: parent.faults.filter((fault) => !startsWithPath(fault.path, path)),
          // An incomplete value is not in the file, so the checker cannot check it.
          check: (itemPath, value) =>
            startsWithPath(itemPath, path) ? Promise.resolve() : parent.check(itemPath, value),
          change: (itemPath, value, session) => {
            // If the draft was written while one of its fields was in use, the change applies to the file.
            const isInDraft = latest.current !== undefined && startsWithPath(itemPath, path);
            const next = isInDraft
              ? replaceValueAt(latest.current, itemPath.slice(path.length), value)
              : undefined;
            return next === undefined ? parent.change(itemPath, value, session) : start(next, session);
          },
          move: (itemPath, to) =>
            changeDraftList(itemPath, (items, index) =>
              items.toSpliced(index, 1).toSpliced(to, 0, items[index] ?? ''),
            ) ?? parent.move(itemPath, to),
          duplicate: (itemPath) =>
            changeDraftList(itemPath, (items, index) => items.toSpliced(index, 0, items[index] ?? '')) ??
            parent.duplicate(itemPath),
        };
  return { draft, start, cancel: () => set(undefined), edited };
}

const EditedProvider = ({ edited, children }: { edited: EditedData; children: ReactNode }) => (
  <EditedContext.Provider value={edited}>{children}</EditedContext.Provider>
);

/** Renders a change immediately, and moves the focus to a control in the new content. */
function renderAndFocus(
  renderChange: () => void,
  container: Element | null,
  find: (root: Element) => Element | null,
): void {
  flushSync(renderChange);
  const found = container && find(container);
  if (found instanceof HTMLElement) found.focus();
}

const findFirstField = (root: Element) => root.querySelector('input,textarea,select');

function GroupField({ widget, path, setting }: FieldProps<'group'>) {
  const { draft, start, cancel, edited } = useDraft(path, widget);
  const parent = useEditedData();
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const isWritten = getValueAt(parent.data, path) !== undefined;
  const isOpen = isWritten || draft !== undefined || setting.isRequired;
  const remove = async () => {
    if (isWritten) await parent.change(path, undefined);
    renderAndFocus(cancel, fieldsetRef.current, (root) => root.querySelector('.add'));
  };
  return (
    <fieldset className="setting group" ref={fieldsetRef} id={fieldId(path)}>
      <legend className="name">{setting.label}</legend>
      <FieldNotes path={path} setting={setting} includesNested={false} />
      {isOpen ? (
        <>
          <EditedProvider edited={edited}>
            <Settings settings={widget.settings} path={path} />
          </EditedProvider>
          {!setting.isRequired && (
            <button type="button" onClick={() => void remove()}>
              Remove {lowerFirst(setting.label)}
            </button>
          )}
        </>
      ) : (
        <button
          type="button"
          className="add"
          onClick={() => renderAndFocus(() => void start({}), fieldsetRef.current, findFirstField)}
        >
          Add {lowerFirst(setting.label)}
        </button>
      )}
    </fieldset>
  );
}

/** A field for a value that can have several forms, with a menu to choose the form. */
function FormsField({ widget, path, setting }: FieldProps<'forms'>) {
  const { draft, start, cancel, edited } = useDraft(path, widget);
  const parent = useEditedData();
  const value = getValueAt(edited.data, path) as Value | undefined; // parsed YAML
  const [chosenForm, setChosenForm] = useState<number>();
  const fittingForm = value === undefined ? 0 : findBestForm(widget, value);
  const formIndex = chosenForm !== undefined && draft !== undefined ? chosenForm : fittingForm;
  const form = widget.forms[formIndex] ?? widget.forms[0];
  const id = fieldId(path);
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const isWritten = getValueAt(parent.data, path) !== undefined;
  const list = widget.forms
    .map((form) => form.widget)
    .find((form): form is WidgetByKind<'list'> => form.kind === 'list');
  const remove = async () => {
    if (isWritten) await parent.change(path, undefined);
    renderAndFocus(cancel, fieldsetRef.current, (root) => root.querySelector('.add'));
  };
  if (value === undefined && !setting.isRequired)
    return (
      <fieldset className="setting group" ref={fieldsetRef}>
        <legend className="name">{setting.label}</legend>
        <button
          type="button"
          className="add"
          onClick={() => renderAndFocus(() => void start({}), fieldsetRef.current, findFirstField)}
        >
          Add {lowerFirst(setting.label)}
        </button>
        <FieldNotes path={path} setting={setting} includesNested={false} />
      </fieldset>
    );
  const choose = (next: number) => {
    const nextWidget = widget.forms[next]?.widget;
    if (!nextWidget) return;
    setChosenForm(next);
    void start(convertToForm(nextWidget, value) ?? '');
  };
  return (
    <fieldset className="setting group" ref={fieldsetRef}>
      <legend className="name">{setting.label}</legend>
      {form?.widget.kind === 'group' && <FieldNotes path={path} setting={setting} includesNested={false} />}
      <div className="setting">
        <label className="name" htmlFor={`${id}-form`}>
          {list ? `Number of ${list.item.toLowerCase()}s` : 'Kind'}
        </label>
        <select id={`${id}-form`} value={formIndex} onChange={({ target }) => choose(Number(target.value))}>
          {widget.forms.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <EditedProvider edited={edited}>
        {form &&
          (form.widget.kind === 'group' ? (
            <Settings key={formIndex} settings={form.widget.settings} path={path} />
          ) : (
            <SettingField
              key={formIndex}
              widget={form.widget}
              path={path}
              setting={{ ...setting, help: '', isRequired: true }}
            />
          ))}
      </EditedProvider>
      {!setting.isRequired && (
        <button type="button" onClick={() => void remove()}>
          Remove {lowerFirst(setting.label)}
        </button>
      )}
    </fieldset>
  );
}

/**
 * Converts a value to another form. Keeps the settings that both forms have, and adds required settings with only one
 * valid value.
 */
function convertToForm(widget: Widget, value: Value | undefined): Value | undefined {
  if (widget.kind === 'list') return value === undefined || isMapping(value) ? [] : [value].flat();
  if (widget.kind === 'choice') return widget.choices[0]?.value;
  if (widget.kind !== 'group') return Array.isArray(value) ? (value as readonly Value[])[0] : '';
  const values = isMapping(value) ? (value as Readonly<Record<string, Value>>) : {}; // parsed YAML
  const entries = widget.settings.flatMap(({ name, isRequired, widget: inner }): [string, Value][] => {
    if (values[name] !== undefined) return [[name, values[name]]];
    if (!isRequired) return [];
    if (inner.kind === 'mark') return [[name, 'true']];
    const [only, ...others] = inner.kind === 'choice' ? inner.choices : [];
    return only && others.length === 0 ? [[name, only.value]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the name of a list item: the first string among its settings in `naming`, or the item itself if it is a
 * string.
 */
function getItemName(value: Value | undefined, naming: readonly string[]): string {
  if (typeof value === 'string') return value;
  const found = isMapping(value)
    ? naming.map((name) => value[name]).find((item) => typeof item === 'string')
    : '';
  return typeof found === 'string' ? found : '';
}

function ListField({ widget, path, setting }: FieldProps<'list'>) {
  const parent = useEditedData();
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const value = getValueAt(parent.data, path);
  const items = Array.isArray(value) ? (value as readonly Value[]) : []; // parsed YAML
  const [newIndex, setNewIndex] = useState(0);
  const { draft, start, cancel, edited: draftContext } = useDraft([...path, newIndex], widget.entry);
  const { initialPath = [] } = parent;
  const [open, setOpen] = useState<ReadonlySet<number>>(
    new Set(startsWithPath(initialPath, path) ? [Number(initialPath[path.length])] : []),
  );
  // Whether the new item is still a draft. Once written, the item is in the file.
  const isNew = draft !== undefined && newIndex === items.length;
  const edited = isNew ? draftContext : parent;
  const visibleItems = isNew ? [...items, draft] : items;
  const itemName = widget.item.toLowerCase();
  const isSimpleItem = isSingleField(widget.entry);
  const itemId = (index: number) => fieldId([...path, index]);

  const move = async (index: number, to: number) => {
    if (!(await parent.move([...path, index], to))) return;
    parent.announce(`${widget.item} moved ${to < index ? 'up' : 'down'}, ${to + 1} of ${items.length}`);
    const name = to < index ? 'up' : 'down';
    renderAndFocus(
      () =>
        setOpen(
          (previous) =>
            new Set([...previous].map((item) => (item === index ? to : item === to ? index : item))),
        ),
      fieldsetRef.current,
      (root) =>
        root.querySelector(`[id="${itemId(to)}-${name}"]:enabled`) ??
        root.querySelector(`[id="${itemId(to)}-tools"] button:enabled`),
    );
  };
  const duplicate = async (index: number) => {
    if (!(await parent.duplicate([...path, index]))) return;
    parent.announce(`${widget.item} duplicated, ${index + 2} of ${items.length + 1}`);
    renderAndFocus(
      () =>
        setOpen(
          (previous) =>
            new Set([...previous].map((item) => (item > index ? item + 1 : item)).concat(index + 1)),
        ),
      fieldsetRef.current,
      (root) => {
        const copy = root.querySelector(`:scope > ol > li:nth-child(${index + 2})`);
        return copy && findFirstField(copy);
      },
    );
  };
  const remove = async (index: number) => {
    if (index < items.length && !(await parent.change([...path, index], undefined))) return;
    parent.announce(`${widget.item} removed`);
    renderAndFocus(
      () => {
        if (index === items.length) cancel();
        setOpen(
          (previous) =>
            new Set(
              [...previous].filter((item) => item !== index).map((item) => (item > index ? item - 1 : item)),
            ),
        );
      },
      fieldsetRef.current,
      (root) =>
        root.querySelector(`[id="${itemId(Math.max(0, index - 1))}-tools"] button:enabled`) ??
        root.querySelector('.add'),
    );
  };
  const renderTools = (index: number) => (
    <span className="tools" id={`${itemId(index)}-tools`}>
      <ToolButton
        id={`${itemId(index)}-up`}
        icon="up"
        name={`Move ${itemName} ${index + 1} up`}
        isDisabled={index === 0 || index >= items.length}
        onPress={() => void move(index, index - 1)}
      />
      <ToolButton
        id={`${itemId(index)}-down`}
        icon="down"
        name={`Move ${itemName} ${index + 1} down`}
        isDisabled={index >= items.length - 1}
        onPress={() => void move(index, index + 1)}
      />
      <ToolButton
        id={`${itemId(index)}-duplicate`}
        icon="copy"
        name={`Duplicate ${itemName} ${index + 1}`}
        isDisabled={index >= items.length || items.length >= widget.maximum}
        onPress={() => void duplicate(index)}
      />
      <ToolButton
        id={`${itemId(index)}-remove`}
        icon="remove"
        name={`Remove ${itemName} ${index + 1}`}
        isDisabled={index < items.length && setting.isRequired && items.length <= Math.max(1, widget.minimum)}
        onPress={() => void remove(index)}
      />
    </span>
  );
  return (
    <fieldset className="setting" ref={fieldsetRef} id={fieldId(path)}>
      <legend className="name">
        {setting.label} <span className="count">{items.length}</span>
      </legend>
      <FieldNotes path={path} setting={setting} includesNested={false} />
      <ol>
        {visibleItems.map((entry, index) => (
          <li key={index}>
            <EditedProvider edited={edited}>
              <ItemField
                widget={widget.entry}
                path={[...path, index]}
                setting={{ label: `${widget.item} ${index + 1}`, help: '', isRequired: true }}
                className="simple"
                name={getItemName(entry, widget.naming) || `New ${itemName}`}
                isOpen={open.has(index) || index === items.length}
                toggle={() => setOpen((previous) => toggleInSet(previous, index))}
                tools={renderTools(index)}
              />
            </EditedProvider>
          </li>
        ))}
      </ol>
      {visibleItems.length < widget.maximum && !isNew && (
        <button
          type="button"
          className="add"
          onClick={() =>
            renderAndFocus(
              () => {
                setNewIndex(items.length);
                setOpen((previous) => new Set([...previous, items.length]));
                void start(isSimpleItem ? '' : {});
              },
              fieldsetRef.current,
              (root) => {
                const last = root.querySelector(':scope > ol > li:last-child > :is(.simple, .entry)');
                return last && findFirstField(last);
              },
            )
          }
        >
          Add {/^[aeiou]/.test(itemName) ? 'an' : 'a'} {itemName}
        </button>
      )}
    </fieldset>
  );
}

/** The pattern for names that the schema allows. In `pattern` attributes, hyphens must be escaped. */
const namePattern = String.raw`[a-z][a-z0-9\-]*`;

/** A field for a record: values with names that the author chooses. */
function RecordField({ widget, path, setting }: FieldProps<'record'>) {
  const parent = useEditedData();
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const value = getValueAt(parent.data, path);
  const entries = isMapping(value) ? (value as Readonly<Record<string, Value>>) : {}; // parsed YAML
  const [newName, setNewName] = useState('');
  const isFirst = Object.keys(entries).length === 0;
  // The first value needs a draft of the whole record, because the file has no record yet.
  const { draft, start, cancel, edited } = useDraft(
    isFirst ? path : [...path, newName],
    isFirst ? widget : widget.entry,
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isNew = draft !== undefined && !Object.hasOwn(entries, newName);
  const itemName = widget.item.toLowerCase();
  const isSimpleItem = isSingleField(widget.entry);
  const remove = async (name: string) => {
    const isWritten = Object.hasOwn(entries, name);
    const isLast = isWritten && Object.keys(entries).length === 1;
    if (isWritten && !(await parent.change(isLast ? path : [...path, name], undefined))) return;
    parent.announce(`${widget.item} ${name} removed`);
    renderAndFocus(cancel, fieldsetRef.current, (root) => root.querySelector('form input'));
  };
  const add = (name: string) => {
    if (Object.hasOwn(entries, name)) return parent.announce(`${widget.item} ${name} already exists`);
    const empty: Value = isSimpleItem ? '' : {};
    return renderAndFocus(
      () => {
        setNewName(name);
        setOpen((previous) => new Set([...previous, name]));
        void start(isFirst ? { [name]: empty } : empty);
      },
      fieldsetRef.current,
      (root) =>
        root.querySelector(`[id="${fieldId([...path, name])}-entry"]`)?.querySelector('input,textarea') ??
        null,
    );
  };
  return (
    <fieldset className="setting" ref={fieldsetRef} id={fieldId(path)}>
      <legend className="name">
        {setting.label} <span className="count">{Object.keys(entries).length}</span>
      </legend>
      <FieldNotes path={path} setting={setting} includesNested={false} />
      <ul>
        {[...Object.keys(entries), ...(isNew ? [newName] : [])].map((name) => {
          const itemPath = [...path, name];
          const tools = (
            <span className="tools">
              <ToolButton
                id={`${fieldId(itemPath)}-remove`}
                icon="remove"
                name={`Remove ${name}`}
                isDisabled={false}
                onPress={() => void remove(name)}
              />
            </span>
          );
          return (
            <li key={name} id={`${fieldId(itemPath)}-entry`}>
              <EditedProvider edited={isNew && name === newName ? edited : parent}>
                <ItemField
                  widget={widget.entry}
                  path={itemPath}
                  setting={{ label: name, help: '', isRequired: true }}
                  className="named"
                  name={name}
                  isOpen={open.has(name)}
                  toggle={() => setOpen((previous) => toggleInSet(previous, name))}
                  tools={tools}
                />
              </EditedProvider>
            </li>
          );
        })}
      </ul>
      <form
        className="named"
        onSubmit={(event) => {
          event.preventDefault();
          const [field] = event.currentTarget.querySelectorAll('input');
          if (!field) return;
          add(field.value);
          field.value = '';
        }}
      >
        <label className="setting">
          <span>Name of the new {itemName}</span>
          <input
            required
            pattern={namePattern}
            title="Lower-case letters, digits and hyphens, starting with a letter"
          />
        </label>
        <button className="add">Add</button>
      </form>
    </fieldset>
  );
}

/** Returns whether each item of a list or record is a single field. */
const isSingleField = ({ kind }: Widget) => kind !== 'group' && kind !== 'forms';

const toggleInSet = <Name,>(open: ReadonlySet<Name>, name: Name): ReadonlySet<Name> =>
  new Set(open.has(name) ? [...open].filter((item) => item !== name) : [...open, name]);

interface ItemProps extends FieldProps {
  className: string;
  name: string;
  isOpen: boolean;
  toggle: () => void;
  tools: ReactNode;
}

/** An item of a list or record: a field, or a heading that expands to its settings. */
function ItemField({ widget, path, setting, className, name, isOpen, toggle, tools }: ItemProps) {
  const field =
    widget.kind === 'group' ? (
      <Settings settings={widget.settings} path={path} />
    ) : (
      <SettingField {...{ widget, path, setting }} />
    );
  if (isSingleField(widget))
    return (
      <div className={className}>
        {field}
        {tools}
      </div>
    );
  const id = fieldId(path);
  return (
    <div className="entry">
      <div className="head">
        <button type="button" className="open" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {name}
        </button>
        {tools}
      </div>
      <div id={id} className="inner" hidden={!isOpen}>
        {isOpen && field}
      </div>
    </div>
  );
}

interface ToolButtonProps {
  id: string;
  icon: keyof typeof icons;
  name: string;
  isDisabled: boolean;
  onPress: () => void;
}

function ToolButton({ id, name, icon, isDisabled, onPress }: ToolButtonProps) {
  return (
    <button type="button" id={id} aria-label={name} title={name} disabled={isDisabled} onClick={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden dangerouslySetInnerHTML={{ __html: icons[icon] }} />
    </button>
  );
}
