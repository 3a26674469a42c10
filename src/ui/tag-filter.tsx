import styled from '@emotion/styled';
import { selectedInForcedColors, color, optionLink, size, space, touchTarget } from './design-tokens.ts';

const Filter = styled.fieldset({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  margin: `0 0 ${space.large}`,
  padding: 0,
  border: 0,
});
const FilterOption = styled.label({
  ...touchTarget,
  padding: `0 ${space.small}`,
  ...optionLink,
  fontSize: size.note,
  cursor: 'pointer',
  '&:has(:checked)': {
    borderColor: color.ink,
    background: color.accentWash,
    boxShadow: `inset 0 0 0 1px ${color.ink}`,
    ...selectedInForcedColors,
  },
  '&:has(:focus-visible)': { outline: `3px solid ${color.accent}`, outlineOffset: 3 },
});

interface Props {
  label: string;
  /** The label of the button that shows all items. */
  all: string;
  tags: readonly string[];
  /** The name of the radio buttons, unique on the page. */
  name: string;
}

/** Buttons that filter the list after them. They are radio buttons, so they work without JavaScript. */
export function TagFilter({ label, all, tags, name }: Props) {
  return (
    <Filter aria-label={label}>
      {[all, ...tags].map((tag, index) => (
        <FilterOption key={tag}>
          <input
            className="for-screen-readers"
            type="radio"
            name={name}
            value={index - 1}
            defaultChecked={index === 0}
          />
          {tag}
        </FilterOption>
      ))}
    </Filter>
  );
}

/** Returns the CSS rules for a list that follows a filter with this number of tags. */
export const createFilterRules = (tags: number) =>
  Object.fromEntries(
    Array.from({ length: tags }, (_, index) => [
      `fieldset:has([value="${index}"]:checked) + & > li:not([data-tags~="${index}"])`,
      { display: 'none' },
    ]),
  );

/** Returns the indexes of an item's tags in the filter, as the value of `data-tags` (see `createFilterRules`). */
export function findTagIndexes(itemTags: readonly string[], tags: readonly string[]): string | undefined {
  if (tags.length === 0) return undefined;
  return tags.flatMap((tag, index) => (itemTags.includes(tag) ? [index] : [])).join(' ');
}
