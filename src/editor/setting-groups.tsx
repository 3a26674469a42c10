import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path, startsWithPath, valueAt } from '../../schema/base/data.ts';
import { formOf, isComplete, type Setting, type Widget } from './place-settings.ts';
import { withValueAt } from './setting-changes.ts';
import { Edited, type EditedData, idOf } from './setting-context.ts';
import {
  ChoiceField,
  type FieldProps,
  FileField,
  MarkField,
  Notes,
  TextField,
  useEdited,
} from './setting-fields.tsx';

/** Renders the field of a setting by the kind of its widget. */
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
  const { data, faults } = useEdited();
  const [isOpen, setOpen] = useState<boolean>();
  const placeOf = ({ name }: Setting) => [...path, name];
  const fieldOf = (setting: Setting) => (
    <SettingField key={setting.name} widget={setting.widget} path={placeOf(setting)} setting={setting} />
  );
  const usual = settings.filter(({ group }) => group !== 'more');
  if (path.length === 0 || usual.length === 0 || usual.length === settings.length)
    return settings.map(fieldOf);
  const rare = settings.filter(({ group }) => group === 'more');
  const isUsed = rare.some(
    (one) =>
      valueAt(data, placeOf(one)) !== undefined ||
      faults.some((fault) => startsWithPath(fault.path, placeOf(one))),
  );
  return (
    <>
      {usual.map(fieldOf)}
      <details
        className="rare"
        open={isOpen ?? isUsed}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>More settings</summary>
        <div>{rare.map(fieldOf)}</div>
      </details>
    </>
  );
}

/** Manages a new value that is written once it is complete. Until then, fields inside it change the draft. */
function useDraft(path: Path, widget: Widget) {
  const outer = useEdited();
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
    const isWritten = await outer.change(path, value, session);
    if (isWritten && latest.current === value) set(undefined);
    return isWritten;
  };
  /** Changes the list around an item of the draft. Returns undefined if the item is not in the draft. */
  const spliced = (place: Path, change: (items: readonly Value[], at: number) => Value[]) => {
    const inner = place.slice(path.length);
    const list = valueAt(latest.current, inner.slice(0, -1));
    if (!startsWithPath(place, path) || !Array.isArray(list)) return undefined;
    const items = change(list as readonly Value[], Number(inner.at(-1))); // parsed YAML
    return start(withValueAt(latest.current, inner.slice(0, -1), items) ?? '');
  };
  const edited: EditedData =
    draft === undefined
      ? outer
      : {
          ...outer,
          data: withValueAt(outer.data, path, draft),
          faults: outer.faults.filter((fault) => !startsWithPath(fault.path, path)),
          // The checker cannot check an incomplete value.
          check: (place, value) =>
            startsWithPath(place, path) ? Promise.resolve() : outer.check(place, value),
          change: (place, value, session) => {
            // The draft may have been written while its field was in use.
            const isInDraft = latest.current !== undefined && startsWithPath(place, path);
            const next = isInDraft ? withValueAt(latest.current, place.slice(path.length), value) : undefined;
            return next === undefined ? outer.change(place, value, session) : start(next, session);
          },
          move: (place, to) =>
            spliced(place, (items, at) => items.toSpliced(at, 1).toSpliced(to, 0, items[at] ?? '')) ??
            outer.move(place, to),
          duplicate: (place) =>
            spliced(place, (items, at) => items.toSpliced(at, 0, items[at] ?? '')) ?? outer.duplicate(place),
        };
  return { draft, start, cancel: () => set(undefined), edited };
}

const Provide = ({ edited, children }: { edited: EditedData; children: ReactNode }) => (
  <Edited.Provider value={edited}>{children}</Edited.Provider>
);

/** Renders a change immediately, and moves the focus to a control in it. */
function drawAndFocus(draw: () => void, near: Element | null, find: (root: Element) => Element | null): void {
  flushSync(draw);
  const found = near && find(near);
  if (found instanceof HTMLElement) found.focus();
}

const firstField = (root: Element) => root.querySelector('input,textarea,select');

function GroupField({ widget, path, setting }: FieldProps<'group'>) {
  const { draft, start, cancel, edited } = useDraft(path, widget);
  const outer = useEdited();
  const own = useRef<HTMLFieldSetElement>(null);
  const isWritten = valueAt(outer.data, path) !== undefined;
  const isOpen = isWritten || draft !== undefined || setting.isRequired;
  const remove = async () => {
    if (isWritten) await outer.change(path, undefined);
    drawAndFocus(cancel, own.current, (root) => root.querySelector('.add'));
  };
  return (
    <fieldset className="setting group" ref={own} id={idOf(path)}>
      <legend className="name">{setting.label}</legend>
      <Notes path={path} setting={setting} isWhole={false} />
      {isOpen ? (
        <>
          <Provide edited={edited}>
            <Settings settings={widget.settings} path={path} />
          </Provide>
          {!setting.isRequired && (
            <button type="button" onClick={() => void remove()}>
              Remove: {setting.label}
            </button>
          )}
        </>
      ) : (
        <button
          type="button"
          className="add"
          onClick={() => drawAndFocus(() => void start({}), own.current, firstField)}
        >
          Add: {setting.label}
        </button>
      )}
    </fieldset>
  );
}

/** A field for a value that can have several forms, with a menu of the forms. */
function FormsField({ widget, path, setting }: FieldProps<'forms'>) {
  const { draft, start, cancel, edited } = useDraft(path, widget);
  const outer = useEdited();
  const value = valueAt(edited.data, path) as Value | undefined; // parsed YAML
  const [chosen, setChosen] = useState<number>();
  const fitting = value === undefined ? 0 : formOf(widget, value);
  const at = chosen !== undefined && draft !== undefined ? chosen : fitting;
  const form = widget.forms[at] ?? widget.forms[0];
  const id = idOf(path);
  const isWritten = valueAt(outer.data, path) !== undefined;
  if (value === undefined && !setting.isRequired)
    return (
      <div className="setting">
        <div className="name">{setting.label}</div>
        <button type="button" className="add" onClick={() => void start({})}>
          Add: {setting.label}
        </button>
        <Notes path={path} setting={setting} isWhole={false} />
      </div>
    );
  const choose = (next: number) => {
    const widgetOfNext = widget.forms[next]?.widget;
    if (!widgetOfNext) return;
    setChosen(next);
    void start(asForm(widgetOfNext, value) ?? '');
  };
  return (
    <fieldset className="setting group">
      <legend className="name">{setting.label}</legend>
      {form?.widget.kind === 'group' && <Notes path={path} setting={setting} isWhole={false} />}
      <div className="setting">
        <label className="name" htmlFor={`${id}-form`}>
          Kind
        </label>
        <select id={`${id}-form`} value={at} onChange={({ target }) => choose(Number(target.value))}>
          {widget.forms.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Provide edited={edited}>
        {form &&
          (form.widget.kind === 'group' ? (
            <Settings key={at} settings={form.widget.settings} path={path} />
          ) : (
            <SettingField
              key={at}
              widget={form.widget}
              path={path}
              setting={{ ...setting, help: '', isRequired: true }}
            />
          ))}
      </Provide>
      {!setting.isRequired && (
        <button
          type="button"
          onClick={() => {
            cancel();
            if (isWritten) void outer.change(path, undefined);
          }}
        >
          Remove: {setting.label}
        </button>
      )}
    </fieldset>
  );
}

/** Converts a value to another form. Keeps shared settings, and adds required settings with only one valid value. */
function asForm(widget: Widget, value: Value | undefined): Value | undefined {
  if (widget.kind === 'list') return value === undefined || isMapping(value) ? [] : [value].flat();
  if (widget.kind === 'choice') return widget.choices[0]?.value;
  if (widget.kind !== 'group') return Array.isArray(value) ? (value as readonly Value[])[0] : '';
  const given = isMapping(value) ? (value as Readonly<Record<string, Value>>) : {}; // parsed YAML
  const entries = widget.settings.flatMap(({ name, isRequired, widget: inner }): [string, Value][] => {
    if (given[name] !== undefined) return [[name, given[name]]];
    if (!isRequired) return [];
    if (inner.kind === 'mark') return [[name, 'true']];
    const [only, ...others] = inner.kind === 'choice' ? inner.choices : [];
    return only && others.length === 0 ? [[name, only.value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the name of an item: the first of its texts that can be a name. */
function nameOf(value: Value | undefined, naming: readonly string[]): string {
  if (typeof value === 'string') return value;
  const found = isMapping(value)
    ? naming.map((name) => value[name]).find((one) => typeof one === 'string')
    : '';
  return typeof found === 'string' ? found : '';
}

function ListField({ widget, path, setting }: FieldProps<'list'>) {
  const outer = useEdited();
  const own = useRef<HTMLFieldSetElement>(null);
  const value = valueAt(outer.data, path);
  const entries = Array.isArray(value) ? (value as readonly Value[]) : []; // parsed YAML
  const [newAt, setNewAt] = useState(0);
  const { draft, start, cancel, edited: withDraft } = useDraft([...path, newAt], widget.entry);
  const { initialPath = [] } = outer;
  const [open, setOpen] = useState<ReadonlySet<number>>(
    new Set(startsWithPath(initialPath, path) ? [Number(initialPath[path.length])] : []),
  );
  // Once it is written, the new item is in the file.
  const isNew = draft !== undefined && newAt === entries.length;
  const edited = isNew ? withDraft : outer;
  const shown = isNew ? [...entries, draft] : entries;
  const item = widget.item.toLowerCase();
  const isSimple = isSimpleEntry(widget.entry);
  const entryId = (at: number) => idOf([...path, at]);

  const move = async (at: number, to: number) => {
    if (!(await outer.move([...path, at], to))) return;
    outer.announce(`${widget.item} moved ${to < at ? 'up' : 'down'}, ${to + 1} of ${entries.length}`);
    const name = to < at ? 'up' : 'down';
    drawAndFocus(
      () => setOpen((was) => new Set([...was].map((one) => (one === at ? to : one === to ? at : one)))),
      own.current,
      (root) =>
        root.querySelector(`[id="${entryId(to)}-${name}"]:enabled`) ??
        root.querySelector(`[id="${entryId(to)}-tools"] button:enabled`),
    );
  };
  const duplicate = async (at: number) => {
    if (!(await outer.duplicate([...path, at]))) return;
    outer.announce(`${widget.item} duplicated, ${at + 2} of ${entries.length + 1}`);
    drawAndFocus(
      () => setOpen((was) => new Set([...was].map((one) => (one > at ? one + 1 : one)).concat(at + 1))),
      own.current,
      (root) => {
        const copy = root.querySelector(`:scope > ol > li:nth-child(${at + 2})`);
        return copy && firstField(copy);
      },
    );
  };
  const remove = async (at: number) => {
    if (at < entries.length && !(await outer.change([...path, at], undefined))) return;
    outer.announce(`${widget.item} removed`);
    drawAndFocus(
      () => {
        if (at === entries.length) cancel();
        setOpen(
          (was) => new Set([...was].filter((one) => one !== at).map((one) => (one > at ? one - 1 : one))),
        );
      },
      own.current,
      (root) =>
        root.querySelector(`[id="${entryId(Math.max(0, at - 1))}-tools"] button:enabled`) ??
        root.querySelector('.add'),
    );
  };
  const tools = (at: number) => (
    <span className="tools" id={`${entryId(at)}-tools`}>
      <Tool
        id={`${entryId(at)}-up`}
        name={`Move ${item} ${at + 1} up`}
        isDisabled={at === 0 || at >= entries.length}
        press={() => void move(at, at - 1)}
      >
        ↑
      </Tool>
      <Tool
        id={`${entryId(at)}-down`}
        name={`Move ${item} ${at + 1} down`}
        isDisabled={at >= entries.length - 1}
        press={() => void move(at, at + 1)}
      >
        ↓
      </Tool>
      <Tool
        id={`${entryId(at)}-duplicate`}
        name={`Duplicate ${item} ${at + 1}`}
        isDisabled={at >= entries.length || entries.length >= widget.maximum}
        press={() => void duplicate(at)}
      >
        ⧉
      </Tool>
      <Tool
        id={`${entryId(at)}-remove`}
        name={`Remove ${item} ${at + 1}`}
        isDisabled={
          at < entries.length && setting.isRequired && entries.length <= Math.max(1, widget.minimum)
        }
        press={() => void remove(at)}
      >
        ✕
      </Tool>
    </span>
  );
  return (
    <fieldset className="setting" ref={own} id={idOf(path)}>
      <legend className="name">
        {setting.label} <span className="count">{entries.length}</span>
      </legend>
      <Notes path={path} setting={setting} isWhole={false} />
      <ol>
        {shown.map((entry, at) => (
          <li key={at}>
            <Provide edited={edited}>
              <Entry
                widget={widget.entry}
                path={[...path, at]}
                setting={{ label: `${widget.item} ${at + 1}`, help: '', isRequired: true }}
                className="simple"
                name={nameOf(entry, widget.naming) || `New ${item}`}
                isOpen={open.has(at) || at === entries.length}
                toggle={() => setOpen((was) => toggled(was, at))}
                tools={tools(at)}
              />
            </Provide>
          </li>
        ))}
      </ol>
      {shown.length < widget.maximum && !isNew && (
        <button
          type="button"
          className="add"
          onClick={() =>
            drawAndFocus(
              () => {
                setNewAt(entries.length);
                setOpen((was) => new Set([...was, entries.length]));
                void start(isSimple ? '' : {});
              },
              own.current,
              (root) => {
                const last = root.querySelector(':scope > ol > li:last-child > :is(.simple, .entry)');
                return last && firstField(last);
              },
            )
          }
        >
          Add {/^[aeiou]/.test(item) ? 'an' : 'a'} {item}
        </button>
      )}
    </fieldset>
  );
}

/** Names that the schema allows. In `pattern` attributes, hyphens must be escaped. */
const namePattern = String.raw`[a-z][a-z0-9\-]*`;

/** A field for values under names that the author chooses. */
function RecordField({ widget, path, setting }: FieldProps<'record'>) {
  const outer = useEdited();
  const own = useRef<HTMLFieldSetElement>(null);
  const value = valueAt(outer.data, path);
  const entries = isMapping(value) ? (value as Readonly<Record<string, Value>>) : {}; // parsed YAML
  const [newName, setNewName] = useState('');
  const isFirst = Object.keys(entries).length === 0;
  // The first value is written with the record around it.
  const { draft, start, cancel, edited } = useDraft(
    isFirst ? path : [...path, newName],
    isFirst ? widget : widget.entry,
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isNew = draft !== undefined && !Object.hasOwn(entries, newName);
  const item = widget.item.toLowerCase();
  const isSimple = isSimpleEntry(widget.entry);
  const remove = async (name: string) => {
    const isWritten = Object.hasOwn(entries, name);
    const isLast = isWritten && Object.keys(entries).length === 1;
    if (isWritten && !(await outer.change(isLast ? path : [...path, name], undefined))) return;
    outer.announce(`${widget.item} ${name} removed`);
    drawAndFocus(cancel, own.current, (root) => root.querySelector('form input'));
  };
  const add = (name: string) => {
    if (Object.hasOwn(entries, name)) return outer.announce(`${widget.item} ${name} already exists`);
    const empty: Value = isSimple ? '' : {};
    return drawAndFocus(
      () => {
        setNewName(name);
        setOpen((was) => new Set([...was, name]));
        void start(isFirst ? { [name]: empty } : empty);
      },
      own.current,
      (root) =>
        root.querySelector(`[id="${idOf([...path, name])}-entry"]`)?.querySelector('input,textarea') ?? null,
    );
  };
  return (
    <fieldset className="setting" ref={own} id={idOf(path)}>
      <legend className="name">
        {setting.label} <span className="count">{Object.keys(entries).length}</span>
      </legend>
      <Notes path={path} setting={setting} isWhole={false} />
      <ul>
        {[...Object.keys(entries), ...(isNew ? [newName] : [])].map((name) => {
          const place = [...path, name];
          const tools = (
            <span className="tools">
              <Tool
                id={`${idOf(place)}-remove`}
                name={`Remove ${name}`}
                isDisabled={false}
                press={() => void remove(name)}
              >
                ✕
              </Tool>
            </span>
          );
          return (
            <li key={name} id={`${idOf(place)}-entry`}>
              <Provide edited={isNew && name === newName ? edited : outer}>
                <Entry
                  widget={widget.entry}
                  path={place}
                  setting={{ label: name, help: '', isRequired: true }}
                  className="named"
                  name={name}
                  isOpen={open.has(name)}
                  toggle={() => setOpen((was) => toggled(was, name))}
                  tools={tools}
                />
              </Provide>
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
          <span>Name of the new {item}</span>
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

/** Whether each item of a list or record is a single field. */
const isSimpleEntry = ({ kind }: Widget) => kind !== 'group' && kind !== 'forms';

const toggled = <Name,>(open: ReadonlySet<Name>, name: Name): ReadonlySet<Name> =>
  new Set(open.has(name) ? [...open].filter((one) => one !== name) : [...open, name]);

interface EntryProps extends FieldProps {
  className: string;
  name: string;
  isOpen: boolean;
  toggle: () => void;
  tools: ReactNode;
}

/** An item of a list or record: a field, or a heading that expands to its settings. */
function Entry({ widget, path, setting, className, name, isOpen, toggle, tools }: EntryProps) {
  const field =
    widget.kind === 'group' ? (
      <Settings settings={widget.settings} path={path} />
    ) : (
      <SettingField {...{ widget, path, setting }} />
    );
  if (isSimpleEntry(widget))
    return (
      <div className={className}>
        {field}
        {tools}
      </div>
    );
  const id = idOf(path);
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

interface ToolProps {
  id: string;
  name: string;
  isDisabled: boolean;
  press: () => void;
  children: string;
}

function Tool({ id, name, isDisabled, press, children }: ToolProps) {
  return (
    <button type="button" id={id} aria-label={name} title={name} disabled={isDisabled} onClick={press}>
      {children}
    </button>
  );
}
