/** Renders text with `code`. */
export function Words({ children }: { children: string }) {
  return children.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
