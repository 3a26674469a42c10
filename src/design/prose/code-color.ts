import { color } from '../theme.ts';

/** What is highlighted in code: readable on every ground, and told apart by more than its hue. */
export const codeColor = {
  comment: color.muted,
  string: 'light-dark(#1d6b35, #93d6a0)',
  number: 'light-dark(#8a4b00, #f0b878)',
  keyword: 'light-dark(#8b2a86, #e3a5e0)',
  name: 'light-dark(#1f5a9e, #93c2f4)',
  removed: 'light-dark(#a3261b, #ff9d92)',
  added: 'light-dark(#1d6b35, #93d6a0)',
} as const;
