import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { type Path, startsWithPath, getValueAt } from '../../schema/base/data.ts';
import { waitForComposition } from './composition.ts';
import { capitalize, lowerFirst } from '../../schema/base/text.ts';
import { editorHost } from './host.ts';
import type { ListedValue, Setting, Widget, WidgetByKind } from './setting-types.ts';
import { EditedContext, type EditedData, fieldId } from './setting-context.ts';
import { Picker } from './setting-picker.tsx';
import { findThemeDefault } from './theme-default.ts';
import { TextWithCode } from './text-with-code.tsx';

/** Milliseconds after the last key until a text is checked and saved. */
const saveDelayMs = 300;
/** Maximum number of radio buttons. A setting with more choices gets a drop-down list. */
const maxRadios = 5;

export type FieldSetting = Pick<Setting, 'label' | 'help' | 'isRequired' | 'default' | 'example'>;

export interface FieldProps<Kind extends Widget['kind'] = Widget['kind']> {
  widget: WidgetByKind<Kind>;
  path: Path;
  setting: FieldSetting;
}

export function useEditedData(): EditedData {
  const edited = useContext(EditedContext);
  if (!edited) throw new Error('Fields must be inside a panel.');
  return edited;
}

/** Returns the value of a setting, and functions to change and check it. */
export function useSettingValue(path: Path) {
  const { data, change, check } = useEditedData();
  return {
    value: getValueAt(data, path) as Value | undefined, // parsed YAML
    change: (value: Value | undefined, session?: object) => change(path, value, session),
    check: (value: Value | undefined) => check(path, value),
  };
}

/** Like `useSettingValue`, but for choices: a new value is shown immediately, before it is written. */
function useChoice(path: Path) {
  const { value, change } = useSettingValue(path);
  const [pendingChoice, setPendingChoice] = useState<{ value: Value | undefined }>();
  return {
    value: pendingChoice ? pendingChoice.value : value,
    async change(next: Value | undefined) {
      const choice = { value: next };
      setPendingChoice(choice);
      await change(next);
      setPendingChoice((current) => (current === choice ? undefined : current));
    },
  };
}

interface NotesProps {
  path: Path;
  setting: FieldSetting;
  includesNested?: boolean;
  fix?: (text: string) => void;
}

/**
 * Renders the help text and the diagnostics of a setting. `includesNested` adds the diagnostics of nested settings.
 * `fix` receives the corrected text.
 */
export function FieldNotes({ path, setting, includesNested = true, fix }: NotesProps) {
  const { faults } = useEditedData();
  const ownFaults = faults.filter(
    (fault) => startsWithPath(fault.path, path) && (includesNested || fault.path.length === path.length),
  );
  return (
    <>
      {setting.help !== '' && (
        <p className="help" id={`${fieldId(path)}-help`}>
          <TextWithCode>{setting.help}</TextWithCode>
        </p>
      )}
      {ownFaults.length > 0 && (
        <div id={`${fieldId(path)}-fault`}>
          {ownFaults.map(({ message, line }) => (
            <p className="fault" key={`${line} ${message}`}>
              <TextWithCode>{capitalize(message)}</TextWithCode>
            </p>
          ))}
        </div>
      )}
      {fix &&
        ownFaults.map(
          ({ fix: foundFix }) =>
            foundFix && (
              <button type="button" className="fix" key={foundFix.title} onClick={() => fix(foundFix.text)}>
                Fix: {foundFix.title.replaceAll('`', '')}
              </button>
            ),
        )}
    </>
  );
}

/** Returns the attributes that connect a control with its label, help text and diagnostics. */
function useControlAttributes(path: Path, { help }: FieldSetting) {
  const { faults } = useEditedData();
  const isFaulty = faults.some((fault) => startsWithPath(fault.path, path));
  const id = fieldId(path);
  const notes = [help !== '' && `${id}-help`, isFaulty && `${id}-fault`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': notes === '' ? undefined : notes,
    'aria-invalid': isFaulty ? true : undefined,
  } as const;
}

/**
 * Manages the text of a field while the author types. After a pause, checks the text and writes it. If `writesOnBlur`
 * is true, writes the text only when the field loses the focus.
 */
function useTypedText(
  path: Path,
  isRequired: boolean,
  writesOnBlur: boolean,
  clean = (text: string) => text,
) {
  const { value, change, check } = useSettingValue(path);
  const saved = typeof value === 'string' ? value : '';
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const session = useRef<object>({});
  const write = (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const cleaned = clean(text);
    if (cleaned === '' && isRequired) return;
    void change(cleaned === '' ? undefined : cleaned, session.current).then((isWritten) =>
      // Show the value from the file again, unless the author has typed more in the meantime.
      setDraft((current) => (!isWritten || current === cleaned ? undefined : current)),
    );
  };
  const checkAndWrite = async (text: string) => {
    const ownTimer = timer.current;
    const cleaned = clean(text);
    if (cleaned === '' && isRequired) return;
    await waitForComposition();
    if (timer.current !== ownTimer) return;
    await check(cleaned === '' ? undefined : cleaned);
    // Do not write if the author has pressed another key or left the field in the meantime.
    if (!writesOnBlur && timer.current === ownTimer) latest.current.write(text);
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
    if (draft === undefined) return undefined;
    const writeOnHide = () => latest.current.write(draft);
    addEventListener('pagehide', writeOnHide);
    return () => removeEventListener('pagehide', writeOnHide);
  }, [draft]);
  return {
    value: draft ?? saved,
    isMissing: isRequired && draft === '',
    onFocus: () => (session.current = {}),
    onChange: (text: string) => {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current.checkAndWrite(text), saveDelayMs);
    },
    /** Writes the text without waiting for a pause in typing. */
    write: (text: string) => {
      setDraft(text);
      write(text);
    },
    onBlur: () => {
      if (draft === undefined) return;
      write(draft);
      const isSame = clean(draft) === saved || (draft === '' && isRequired);
      setDraft(isSame ? undefined : clean(draft));
    },
  };
}

const joinLines = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

export function SettingLabel({
  path,
  setting,
  children,
}: {
  path: Path;
  setting: FieldSetting;
  children?: ReactNode;
}) {
  return (
    <div className="name">
      <label htmlFor={fieldId(path)}>{setting.label}</label>
      {setting.isRequired && <span className="needed">required</span>}
      {children}
    </div>
  );
}

type TextKind = 'text' | 'words' | 'long' | 'number' | 'date' | 'color';

/** Returns the `type` of the text input. Text with variables, such as `{{price}}`, needs the type `text`. */
function inputType(widget: WidgetByKind<TextKind>, text: string) {
  if (text.includes('{{')) return 'text';
  if (widget.kind === 'date') return widget.date === 'day' ? 'date' : 'time';
  return widget.kind === 'number' || widget.kind === 'color' ? widget.kind : 'text';
}

/** A text field. Numbers, dates, times and colours use native inputs. */
export function TextField({ widget, path, setting }: FieldProps<TextKind>) {
  const isLong = widget.kind === 'long';
  const isSingleLine =
    widget.kind === 'text' ? widget.hasFormat === true : !isLong && widget.kind !== 'words';
  const textInput = useTypedText(path, setting.isRequired, isSingleLine, isLong ? undefined : joinLines);
  const { value: saved } = useSettingValue(path);
  const type = inputType(widget, textInput.value);
  const canReset = saved !== undefined && !setting.isRequired && type !== 'number' && type !== 'text';
  const lists = widget.kind === 'text' ? widget.lists : undefined;
  const [values, setValues] = useState<readonly ListedValue[]>([]);
  const edited = useEditedData();
  const pickerKind = lists === 'picture' || lists === 'icon' ? lists : undefined;
  const control = {
    ...useControlAttributes(path, setting),
    value: textInput.value,
    placeholder: setting.default ?? '',
    spellCheck: !isSingleLine,
    dir: isSingleLine ? 'ltr' : 'auto',
    'aria-required': setting.isRequired,
    onBlur: textInput.onBlur,
    onFocus: () => {
      textInput.onFocus();
      if (lists && !pickerKind) void edited.list(lists).then(setValues);
    },
  };
  const field = isSingleLine ? (
    <input
      {...control}
      type={type}
      value={type === 'color' && textInput.value === '' ? '#000000' : textInput.value}
      {...(widget.kind === 'number' && { min: widget.minimum, max: widget.maximum })}
      list={lists && !pickerKind ? `${control.id}-list` : undefined}
      onChange={({ target, nativeEvent }) => {
        textInput.onChange(target.value);
        // Whether the author selected a suggestion instead of typing.
        const isChosen =
          !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
        if (lists && isChosen) textInput.write(target.value);
      }}
      onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && textInput.write(currentTarget.value))}
    />
  ) : (
    <textarea
      {...control}
      rows={isLong ? 5 : 1}
      onChange={({ target }) => textInput.onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isLong) return;
        event.preventDefault();
        textInput.write(event.currentTarget.value);
      }}
    />
  );
  return (
    <div className="setting">
      <SettingLabel path={path} setting={setting}>
        {canReset && <ResetControl path={path} name={`Remove ${lowerFirst(setting.label)}`} />}
      </SettingLabel>
      {pickerKind ? (
        <Picker
          kind={pickerKind}
          path={path}
          label={setting.label}
          value={textInput.value}
          edited={edited}
          choose={textInput.write}
        >
          {field}
        </Picker>
      ) : (
        field
      )}
      {lists && !pickerKind && (
        <datalist id={`${control.id}-list`}>
          {values.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
      {textInput.isMissing && <p className="fault">This cannot be empty.</p>}
      <FieldNotes path={path} setting={setting} fix={textInput.write} />
    </div>
  );
}

/** A button that resets a setting to its default and focuses its field. */
function ResetControl({ path, name }: { path: Path; name: string }) {
  const { change } = useSettingValue(path);
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
  const { value, change } = useChoice(path);
  const { data } = useEditedData();
  const control = useControlAttributes(path, setting);
  const { id } = control;
  const defaultValue = setting.default ?? '';
  const selectedValue = typeof value === 'string' ? value : defaultValue;
  const hasEmptyChoice = setting.default === undefined && (!setting.isRequired || selectedValue === '');
  const isKnownChoice = selectedValue === '' || widget.choices.some((item) => item.value === selectedValue);
  const themeDefault = findThemeDefault(path, data);
  const defaultLabel = widget.choices.find((item) => item.value === themeDefault)?.label;
  const choices = [
    ...(hasEmptyChoice
      ? [{ value: '', label: defaultLabel === undefined ? 'Not set' : `Default (${defaultLabel})` }]
      : []),
    ...widget.choices,
    ...(isKnownChoice ? [] : [{ value: selectedValue, label: selectedValue }]),
  ];
  const choose = (next: string) => {
    if (next !== '' || !setting.isRequired) void change(next === defaultValue ? undefined : next);
  };
  const previewLabel = previewLabels[path.join('.')];
  const previewButton = previewLabel !== undefined && (
    <PreviewButton name={previewLabel} {...{ path, choose }} />
  );
  if (choices.length > maxRadios + 1)
    return (
      <div className="setting">
        <SettingLabel path={path} setting={setting} />
        <select {...control} value={selectedValue} onChange={({ target }) => choose(target.value)}>
          {choices.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </select>
        {previewButton}
        <FieldNotes path={path} setting={setting} />
      </div>
    );
  return (
    <fieldset className="setting" id={id} aria-describedby={control['aria-describedby']}>
      <legend className="name">{setting.label}</legend>
      <div className="choices">
        {choices.map((item) => (
          <label key={item.value}>
            <input
              type="radio"
              name={id}
              value={item.value}
              checked={item.value === selectedValue}
              onChange={() => choose(item.value)}
            />
            <span>{item.label}</span>
          </label>
        ))}
      </div>
      {previewButton}
      <FieldNotes path={path} setting={setting} />
    </fieldset>
  );
}

/** Labels of the buttons that open previews, by the path of the setting. */
const previewLabels: Readonly<Record<string, string>> = {
  layout: 'Show layouts',
  ...(editorHost().presets !== undefined && { 'theme.preset': 'Show presets' }),
};

/** A button that opens previews of the choices for a setting. */
function PreviewButton({
  name,
  path,
  choose,
}: {
  name: string;
  path: Path;
  choose: (value: string) => void;
}) {
  const { choosePreview } = useEditedData();
  const open = async () => {
    const choice = await choosePreview(path);
    if (choice !== undefined) choose(choice);
  };
  return (
    <button type="button" onClick={() => void open()}>
      {name}
    </button>
  );
}

/** A checkbox. A `switch` also has a field for custom text. */
export function MarkField({ widget, path, setting }: FieldProps<'mark' | 'switch'>) {
  const { value, change } = useChoice(path);
  const isChecked = value !== undefined;
  const textSetting = { ...setting, label: `${setting.label}: custom text`, help: '', isRequired: false };
  return (
    <div className="setting">
      <label className="tick">
        <input
          {...useControlAttributes(path, setting)}
          type="checkbox"
          checked={isChecked}
          onChange={({ target }) => void change(target.checked ? 'true' : undefined)}
        />
        <span>{setting.label}</span>
      </label>
      <FieldNotes path={path} setting={setting} />
      {widget.kind === 'switch' && isChecked && <CustomText path={path} setting={textSetting} />}
    </div>
  );
}

/** A field for custom text. If the field is empty, the setting is `true` and the built-in text is used. */
function CustomText({ path, setting }: { path: Path; setting: FieldSetting }) {
  const textInput = useTypedText(path, false, true, (text) => joinLines(text) || 'true');
  const id = `${fieldId(path)}-words`;
  return (
    <>
      <label className="name" htmlFor={id}>
        {setting.label}
      </label>
      <input
        id={id}
        type="text"
        dir="auto"
        value={textInput.value === 'true' ? '' : textInput.value}
        placeholder={setting.example ?? ''}
        onFocus={textInput.onFocus}
        onBlur={textInput.onBlur}
        onChange={({ target }) => textInput.onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && textInput.write(currentTarget.value))}
      />
    </>
  );
}

/** A setting that can only be edited in the file. */
export function FileField({ path, setting }: FieldProps<'file'>) {
  const { lines, location } = useEditedData();
  const { value } = useSettingValue(path);
  const line = lines[String(path[0])] ?? 1;
  const count = typeof value === 'object' ? Object.keys(value).length : 0;
  return (
    <div className="setting">
      <div className="name" id={fieldId(path)}>
        {setting.label}
      </div>
      <p className="value">{typeof value === 'object' ? `${count} in total` : (value ?? 'Not set')}</p>
      <button type="button" data-open={`${location}:${line}:1`} aria-describedby={fieldId(path)}>
        Open file at line {line}
      </button>
      <FieldNotes path={path} setting={setting} includesNested={false} />
    </div>
  );
}
