import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { type Path, startsWithPath, valueAt } from '../../schema/base/data.ts';
import { untilComposed } from './composition.ts';
import { capitalized } from './fault-note.ts';
import { editorHost } from './host.ts';
import type { ListedValue, Setting, Widget, WidgetOf } from './place-settings.ts';
import { Edited, type EditedData, idOf } from './setting-context.ts';
import { Picker } from './setting-picker.tsx';
import { Words } from './words.tsx';

/** Milliseconds after the last key until a text is checked and saved. */
const untilWrite = 300;
/** Maximum number of radio buttons. More choices become a drop-down list. */
const maxRadios = 5;

export type Named = Pick<Setting, 'label' | 'help' | 'isRequired' | 'default' | 'example'>;

export interface FieldProps<Kind extends Widget['kind'] = Widget['kind']> {
  widget: WidgetOf<Kind>;
  path: Path;
  setting: Named;
}

export function useEdited(): EditedData {
  const edited = useContext(Edited);
  if (!edited) throw new Error('Fields must be inside a panel.');
  return edited;
}

/** Returns the value of a setting, and functions to change and check it. */
export function useValue(path: Path) {
  const { data, change, check } = useEdited();
  return {
    value: valueAt(data, path) as Value | undefined, // parsed YAML
    change: (value: Value | undefined, session?: object) => change(path, value, session),
    check: (value: Value | undefined) => check(path, value),
  };
}

/** Like `useValue`, for choices. A new value is shown before it is written. */
function useChosen(path: Path) {
  const { value, change } = useValue(path);
  const [chosen, setChosen] = useState<{ value: Value | undefined }>();
  return {
    value: chosen ? chosen.value : value,
    async change(next: Value | undefined) {
      const own = { value: next };
      setChosen(own);
      await change(next);
      setChosen((now) => (now === own ? undefined : now));
    },
  };
}

interface NotesProps {
  path: Path;
  setting: Named;
  isWhole?: boolean;
  fix?: (text: string) => void;
}

/**
 * Renders the help and the faults of a setting. `includesNested` adds the faults of nested settings; `fix` sets its
 * text.
 */
export function Notes({ path, setting, isWhole = true, fix }: NotesProps) {
  const { faults } = useEdited();
  const own = faults.filter(
    (fault) => startsWithPath(fault.path, path) && (isWhole || fault.path.length === path.length),
  );
  return (
    <>
      {setting.help !== '' && (
        <p className="help" id={`${idOf(path)}-help`}>
          <Words>{setting.help}</Words>
        </p>
      )}
      {own.length > 0 && (
        <div id={`${idOf(path)}-fault`}>
          {own.map(({ message, line }) => (
            <p className="fault" key={`${line} ${message}`}>
              <Words>{capitalized(message)}</Words>
            </p>
          ))}
        </div>
      )}
      {fix &&
        own.map(
          ({ fix: found }) =>
            found && (
              <button type="button" className="fix" key={found.title} onClick={() => fix(found.text)}>
                Fix: {found.title.replaceAll('`', '')}
              </button>
            ),
        )}
    </>
  );
}

/** Returns the attributes that connect a control with its label, help and faults. */
function useControl(path: Path, { help }: Named) {
  const { faults } = useEdited();
  const isFaulty = faults.some((fault) => startsWithPath(fault.path, path));
  const id = idOf(path);
  const notes = [help !== '' && `${id}-help`, isFaulty && `${id}-fault`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': notes === '' ? undefined : notes,
    'aria-invalid': isFaulty ? true : undefined,
  } as const;
}

/** Manages a text while it is typed: checks it after a pause, and writes it then or, if `writesOnBlur`, on blur. */
function useTyped(path: Path, isRequired: boolean, isWhole: boolean, clean = (text: string) => text) {
  const { value, change, check } = useValue(path);
  const saved = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const session = useRef<object>({});
  const write = (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const cleaned = clean(text);
    if (cleaned === '' && isRequired) return;
    void change(cleaned === '' ? undefined : cleaned, session.current).then((isWritten) =>
      // Show the value of the file again, unless more was typed in the meantime.
      setTyped((now) => (!isWritten || now === cleaned ? undefined : now)),
    );
  };
  const checkAndWrite = async (text: string) => {
    const own = timer.current;
    const cleaned = clean(text);
    if (cleaned === '' && isRequired) return;
    await untilComposed();
    if (timer.current !== own) return;
    await check(cleaned === '' ? undefined : cleaned);
    // Skip if another key was pressed or the field was left in the meantime.
    if (!isWhole && timer.current === own) latest.current.write(text);
  };
  const latest = useRef({ write, checkAndWrite });
  useLayoutEffect(() => void (latest.current = { write, checkAndWrite }));
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useEffect(() => {
    if (typed === undefined) return undefined;
    const writeNow = () => latest.current.write(typed);
    addEventListener('pagehide', writeNow);
    return () => removeEventListener('pagehide', writeNow);
  }, [typed]);
  return {
    value: typed ?? saved,
    isMissing: isRequired && typed === '',
    onFocus: () => (session.current = {}),
    onChange: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current.checkAndWrite(text), untilWrite);
    },
    /** Writes a text immediately. */
    write: (text: string) => {
      setTyped(text);
      write(text);
    },
    onBlur: () => {
      if (typed === undefined) return;
      write(typed);
      const isSame = clean(typed) === saved || (typed === '' && isRequired);
      setTyped(isSame ? undefined : clean(typed));
    },
  };
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

export function Label({ path, setting, children }: { path: Path; setting: Named; children?: ReactNode }) {
  return (
    <div className="name">
      <label htmlFor={idOf(path)}>{setting.label}</label>
      {setting.isRequired && <span className="needed">required</span>}
      {children}
    </div>
  );
}

type TextKind = 'text' | 'words' | 'long' | 'number' | 'date' | 'color';

/** Returns the input type for a text. Variables such as `{{price}}` need a text input. */
function inputType(widget: WidgetOf<TextKind>, text: string) {
  if (text.includes('{{')) return 'text';
  if (widget.kind === 'date') return widget.date === 'day' ? 'date' : 'time';
  return widget.kind === 'number' || widget.kind === 'color' ? widget.kind : 'text';
}

/** A text field. Numbers, dates, times and colours use native inputs. */
export function TextField({ widget, path, setting }: FieldProps<TextKind>) {
  const isLong = widget.kind === 'long';
  const isLine = widget.kind === 'text' ? widget.hasFormat === true : !isLong && widget.kind !== 'words';
  const typed = useTyped(path, setting.isRequired, isLine, isLong ? undefined : oneLine);
  const { value: saved } = useValue(path);
  const type = inputType(widget, typed.value);
  const canReset = saved !== undefined && !setting.isRequired && type !== 'number' && type !== 'text';
  const lists = widget.kind === 'text' ? widget.lists : undefined;
  const [values, setValues] = useState<readonly ListedValue[]>([]);
  const edited = useEdited();
  const kind = lists === 'picture' || lists === 'icon' ? lists : undefined;
  const control = {
    ...useControl(path, setting),
    value: typed.value,
    placeholder: setting.default ?? '',
    spellCheck: !isLine,
    dir: isLine ? 'ltr' : 'auto',
    'aria-required': setting.isRequired,
    onBlur: typed.onBlur,
    onFocus: () => {
      typed.onFocus();
      if (lists && !kind) void edited.list(lists).then(setValues);
    },
  };
  const field = isLine ? (
    <input
      {...control}
      type={type}
      value={type === 'color' && typed.value === '' ? '#000000' : typed.value}
      {...(widget.kind === 'number' && { min: widget.minimum, max: widget.maximum })}
      list={lists && !kind ? `${control.id}-list` : undefined}
      onChange={({ target, nativeEvent }) => {
        typed.onChange(target.value);
        // A suggestion was chosen, not typed.
        const isChosen =
          !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
        if (lists && isChosen) typed.write(target.value);
      }}
      onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && typed.write(currentTarget.value))}
    />
  ) : (
    <textarea
      {...control}
      rows={isLong ? 5 : 1}
      onChange={({ target }) => typed.onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isLong) return;
        event.preventDefault();
        typed.write(event.currentTarget.value);
      }}
    />
  );
  return (
    <div className="setting">
      <Label path={path} setting={setting}>
        {canReset && <ResetControl path={path} name={`Remove: ${setting.label}`} />}
      </Label>
      {kind ? (
        <Picker
          kind={kind}
          path={path}
          label={setting.label}
          value={typed.value}
          edited={edited}
          choose={typed.write}
        >
          {field}
        </Picker>
      ) : (
        field
      )}
      {lists && !kind && (
        <datalist id={`${control.id}-list`}>
          {values.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
      {typed.isMissing && <p className="fault">This cannot be empty.</p>}
      <Notes path={path} setting={setting} fix={typed.write} />
    </div>
  );
}

/** A button that resets a setting to its default and focuses its field. */
function ResetControl({ path, name }: { path: Path; name: string }) {
  const { change } = useValue(path);
  return (
    <button
      type="button"
      className="quiet"
      aria-label={name}
      title={name}
      onClick={({ currentTarget }) => {
        currentTarget.closest('.setting')?.querySelector('input')?.focus();
        void change(undefined);
      }}
    >
      ✕
    </button>
  );
}

/** A field with fixed choices. Choosing the default removes the setting. */
export function ChoiceField({ widget, path, setting }: FieldProps<'choice'>) {
  const { value, change } = useChosen(path);
  const control = useControl(path, setting);
  const { id } = control;
  const unset = setting.default ?? '';
  const chosen = typeof value === 'string' ? value : unset;
  const hasEmpty = setting.default === undefined && (!setting.isRequired || chosen === '');
  const isKnown = chosen === '' || widget.choices.some((one) => one.value === chosen);
  const choices = [
    ...(hasEmpty ? [{ value: '', label: 'Not set' }] : []),
    ...widget.choices,
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
  ];
  const choose = (next: string) => {
    if (next !== '' || !setting.isRequired) void change(next === unset ? undefined : next);
  };
  const look = looks[path.join('.')];
  const lookButton = look !== undefined && <LookButton name={look} {...{ path, choose }} />;
  if (choices.length > maxRadios + 1)
    return (
      <div className="setting">
        <Label path={path} setting={setting} />
        <select {...control} value={chosen} onChange={({ target }) => choose(target.value)}>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
        {lookButton}
        <Notes path={path} setting={setting} />
      </div>
    );
  return (
    <fieldset className="setting" id={id} aria-describedby={control['aria-describedby']}>
      <legend className="name">{setting.label}</legend>
      <div className="choices">
        {choices.map((one) => (
          <label key={one.value}>
            <input
              type="radio"
              name={id}
              value={one.value}
              checked={one.value === chosen}
              onChange={() => choose(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
      {lookButton}
      <Notes path={path} setting={setting} />
    </fieldset>
  );
}

/** Labels of the buttons that show previews of choices, by the path of the setting. */
const looks: Readonly<Record<string, string>> = {
  layout: 'Show layouts',
  ...(editorHost().presets !== undefined && { 'theme.preset': 'Show presets' }),
};

/** A button that opens previews of the choices. */
function LookButton({ name, path, choose }: { name: string; path: Path; choose: (value: string) => void }) {
  const { chooseLook } = useEdited();
  const open = async () => {
    const look = await chooseLook(path);
    if (look !== undefined) choose(look);
  };
  return (
    <button type="button" onClick={() => void open()}>
      {name}
    </button>
  );
}

/** A checkbox, for a `switch` with a field for a custom text. */
export function MarkField({ widget, path, setting }: FieldProps<'mark' | 'switch'>) {
  const { value, change } = useChosen(path);
  const isOn = value !== undefined;
  const own = { ...setting, label: `${setting.label}: custom text`, help: '', isRequired: false };
  return (
    <div className="setting">
      <label className="tick">
        <input
          {...useControl(path, setting)}
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => void change(target.checked ? 'true' : undefined)}
        />
        <span>{setting.label}</span>
      </label>
      <Notes path={path} setting={setting} />
      {widget.kind === 'switch' && isOn && <OwnWords path={path} setting={own} />}
    </div>
  );
}

/** A field for a custom text. If it is empty, the setting is `true` and the built-in text is used. */
function OwnWords({ path, setting }: { path: Path; setting: Named }) {
  const typed = useTyped(path, false, true, (text) => oneLine(text) || 'true');
  const id = `${idOf(path)}-words`;
  return (
    <>
      <label className="name" htmlFor={id}>
        {setting.label}
      </label>
      <input
        id={id}
        type="text"
        dir="auto"
        value={typed.value === 'true' ? '' : typed.value}
        placeholder={setting.example ?? ''}
        onFocus={typed.onFocus}
        onBlur={typed.onBlur}
        onChange={({ target }) => typed.onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && typed.write(currentTarget.value))}
      />
    </>
  );
}

/** A setting that can only be edited in the file. */
export function FileField({ path, setting }: FieldProps<'file'>) {
  const { lines, location } = useEdited();
  const { value } = useValue(path);
  const line = lines[String(path[0])] ?? 1;
  const count = typeof value === 'object' ? Object.keys(value).length : 0;
  return (
    <div className="setting">
      <div className="name" id={idOf(path)}>
        {setting.label}
      </div>
      <p className="value">{typeof value === 'object' ? `${count} in total` : (value ?? 'Not set')}</p>
      <button type="button" data-open={`${location}:${line}:1`} aria-describedby={idOf(path)}>
        Open file at line {line}
      </button>
      <Notes path={path} setting={setting} isWhole={false} />
    </div>
  );
}
