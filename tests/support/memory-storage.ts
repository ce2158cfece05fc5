/** A `Storage` over a map, for tests without a browser. @param setItem replaces it, as in a browser that refuses */
export function createMemoryStorage(
  items = new Map<string, string>(),
  setItem = (name: string, value: string) => void items.set(name, value),
): Storage {
  const getItem = (name: string) => items.get(name) ?? null;
  return { getItem, setItem, removeItem: (name: string) => items.delete(name) } as unknown as Storage;
}
