/** Renders text, with words in backticks as code. */
export function Words({ children }: { children: string }) {
  return children.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
