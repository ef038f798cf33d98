/** Most texts that are kept, which is more than a column of statuses or sources has, and their longest length in characters. */
const most = 64;
const longest = 64;

/** Memoizes a function of a text: columns of statuses, sources and answers repeat a few values. */
export function memoize<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = of(text);
    if (text.length > longest) return value;
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}
