/**
 * A value that is created at its first use. Formatters of `Intl` are, because the first one takes a browser 25 ms or more while the page
 * starts, and many pages use none.
 */
export function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
