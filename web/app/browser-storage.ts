// The largest form, filled in to its limits, takes a tenth of it.
const MAX_CHARACTERS = 200_000;

/** What is kept under a name, if it is an object of no absurd size. */
export function readStoredObject(storage: Storage | null, name: string): object | null {
  const text = storage?.getItem(name);
  if (!text || text.length > MAX_CHARACTERS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps an object under a name, as far as the browser lets us: whether it did. If not, the page itself still holds it. */
export function storeObject(storage: Storage | null, name: string, value: object): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

/** The tab's storage; null where the browser refuses even to be asked. */
export function getSessionStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** What the browser keeps for all its tabs; null where it refuses even to be asked. */
export function getLocalStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
