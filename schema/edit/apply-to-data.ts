import { isMapping, type Path, getValueAt } from '../base/data.ts';
import { EditRefused } from './edit-refused.ts';
import type { Operation } from './operation.ts';
import { hasSameData, type Value } from './new-yaml.ts';

/** Returns the data after an operation. Throws `EditRefused` if the operation does not match the data. */
export function applyToData(data: Value, operation: Operation): Value {
  const { path } = operation;
  const parentPath = path.slice(0, -1);
  const lastStep = path.at(-1) ?? '';
  const index = Number(lastStep);
  const currentValue = getValueAt(data, path) as Value | undefined; // a value in the data
  if ('old' in operation && (currentValue === undefined || !hasSameData(currentValue, operation.old)))
    throw new EditRefused('this text has changed');
  if (operation.do === 'set' || operation.do === 'replace')
    return updateValue(data, path, () => operation.new);
  return updateValue(data, parentPath, (group) => {
    if (operation.do === 'add' || (operation.do === 'remove' && isMapping(group))) {
      const { [lastStep]: existingValue, ...otherSettings } =
        group === '' ? {} : (group as Record<string, Value>); // checked on the next line
      if (!(group === '' || isMapping(group)) || (operation.do === 'add') === (existingValue !== undefined))
        throw new EditRefused('this setting cannot be added or removed here');
      return operation.do === 'add' ? { ...otherSettings, [lastStep]: operation.new } : otherSettings;
    }
    if (!(group === '' || Array.isArray(group))) throw new EditRefused('this is not a list');
    const items: Value[] = group === '' ? [] : [...(group as readonly Value[])]; // a list, as checked
    const isInside =
      Number.isInteger(index) && index >= 0 && index < items.length + (operation.do === 'insert' ? 1 : 0);
    if (!isInside) throw new EditRefused('this list has no such item');
    if (operation.do === 'insert') return items.toSpliced(index, 0, operation.new);
    if (operation.do === 'duplicate') return items.toSpliced(index, 0, operation.old);
    const rest = items.toSpliced(index, 1);
    if (operation.do === 'remove') return rest;
    if (!(operation.to >= 0 && operation.to < items.length))
      throw new EditRefused('this list has no such position');
    return rest.toSpliced(operation.to, 0, operation.old);
  });
}

function updateValue(data: Value, path: Path, update: (value: Value) => Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return update(data);
  if (Array.isArray(data) && typeof step === 'number' && step in data)
    return (data as readonly Value[]).with(
      step,
      updateValue((data as readonly Value[])[step]!, rest, update),
    ); // the step exists
  if (isMapping(data) && typeof step === 'string' && Object.hasOwn(data, step))
    return { ...data, [step]: updateValue((data as Record<string, Value>)[step]!, rest, update) }; // the step exists
  throw new EditRefused('there is no such setting');
}
