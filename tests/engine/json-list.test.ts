import { expect, test } from 'vitest';
import { elementsOf } from '../../legacy/scripts/contact/json-list.ts';

const list = [{ text: 'x"\\[{]},é\n', deep: [1, [2, {}]], empty: {} }, 'x', 5, [], {}, null, '\\"'];

test.each([0, 2])(
  'a list comes out element by element, wherever its pieces end (indented by %i)',
  (indent) => {
    const whole = Buffer.from(JSON.stringify(list, null, indent));
    for (let size = 1; size <= whole.length; size++) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      );
      expect([...elementsOf(pieces)]).toEqual(JSON.parse(whole.toString()));
    }
  },
);

test('an element comes before the rest of the list is read', () => {
  let read = 0;
  function* pieces() {
    for (const piece of ['[{"a":1},', '{"a":2}', ',{"a":3}]']) {
      read++;
      yield Buffer.from(piece);
    }
  }
  const elements = elementsOf(pieces());
  expect([elements.next().value, read]).toEqual([{ a: 1 }, 1]);
  expect([elements.next().value, read]).toEqual([{ a: 2 }, 3]);
  expect([elements.next().value, elements.next().done, read]).toEqual([{ a: 3 }, true, 3]);
});

test('what is no list, or is cut off, is refused', () => {
  const wrong = [
    '',
    '[',
    ']',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{}',
    '[1]]',
    '[1][',
    '[1] x',
    '[{}}',
    '[}',
    '["',
    '1',
  ];
  for (const text of [...wrong, 'id,name', '"[]"', '[{"a":1}', '[{"a":1},'])
    expect(() => [...elementsOf([Buffer.from(text)])], text).toThrow('That file is no JSON');
  for (const text of ['[]', ' [ ]\n']) expect([...elementsOf([Buffer.from(text)])], text).toEqual([]);
});

test('what is far larger than a message is not held', () => {
  function* endless() {
    yield Buffer.from('["');
    for (;;) yield Buffer.alloc(1_000_000, 'x');
  }
  expect(() => [...elementsOf(endless())]).toThrow('far larger than a message');
});
