/** The same function of a text, which keeps what it said about the last `most` texts or fewer. */
export function oncePerText<Value extends {}>(most: number, make: (text: string) => Value) {
  const known = new Map<string, Value>();
  return (text: string): Value => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    // Whoever needs more than that many seldom asks for the same again.
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}
