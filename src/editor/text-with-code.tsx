/** Renders text, with words in backticks as code. */
export function TextWithCode({ children }: { children: string }) {
  return children
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
