// Ten times what the largest form takes when all its fields are full.
const MAX_CHARACTERS = 200_000;

/** Reads a stored object; null if there is none, or if it is malformed or larger than `MAX_CHARACTERS`. */
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

/** Stores an object as JSON. Returns false when the browser refuses, for example because the quota is used up. */
export function storeObject(storage: Storage | null, name: string, value: object): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

/** `sessionStorage`; null where access to it throws because cookies are blocked. */
export function getSessionStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** `localStorage`; null where access to it throws because cookies are blocked. */
export function getLocalStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
