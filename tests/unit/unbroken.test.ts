import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { unbroken } from '../../src/components/unbroken.tsx';

/** The parts of a text that move to the next line as a whole. */
const wholeParts = (text: string) =>
  [unbroken(text)]
    .flat()
    .flatMap((part) => (isValidElement<{ children: unknown }>(part) ? [part.props.children] : []));

test.each([
  ['A follow-up, in the cloud-based archive', ['follow-up,', 'cloud-based']],
  ['An AI-led service-request', ['AI-led', 'service-request']],
  ['Up-to-the-minute forecasts of build-operate-transfer', ['Up-to-the-minute']],
  ['Recommendation-driven planning', []],
  ['Planning for 9AM–6PM', ['9AM–6PM']],
])('a line does not break in the short compounds and the ranges of “%s”', (text, parts) => {
  expect(wholeParts(text)).toEqual(parts);
});
