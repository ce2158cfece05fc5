import { useEffect, useState } from 'react';
import { readStoredObject, storeObject } from './browser-storage.ts';

type StoredDraft<T extends object> = ReturnType<typeof createStoredDraft<T>>;

/**
 * What was typed and not sent yet: one JSON object under a key of a storage of the browser. Tests pass a storage of their own.
 * @param parse makes a draft of any stored object, without what is not valid; null when nothing is left
 */
export function createStoredDraft<T extends object>(
  key: string,
  getStorage: () => Storage | null,
  parse: (stored: object) => T | null,
) {
  return {
    read: (storage = getStorage()) => {
      const stored = readStoredObject(storage, key);
      return stored && parse(stored);
    },
    /** Does nothing where the storage is full or refused: the page itself still holds the values. */
    save: (draft: T, storage = getStorage()) => void storeObject(storage, key, draft),
    remove: (storage = getStorage()) => storage?.removeItem(key),
  };
}

/**
 * Saves a draft after every change that `watch` reports, and when the page is left.
 * @param getDraft what to save now; null removes the stored draft. Only the function of the first render is called
 * @param delayMs how long to wait for further changes; 0 saves at once
 */
export function useStoredDraft<T extends object>(
  watch: (onChange: () => void) => { unsubscribe: () => void },
  stored: StoredDraft<T>,
  getDraft: () => T | null,
  delayMs = 0,
) {
  const [writer] = useState(() => createWriter(stored, getDraft, delayMs));
  useEffect(() => {
    const { unsubscribe } = watch(writer.saveSoon);
    addEventListener('pagehide', writer.flush);
    return () => {
      unsubscribe();
      removeEventListener('pagehide', writer.flush);
      writer.flush();
    };
  }, [watch, writer]);
  return writer;
}

function createWriter<T extends object>(stored: StoredDraft<T>, getDraft: () => T | null, delayMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveNow = () => {
    cancel();
    const draft = getDraft();
    if (draft) stored.save(draft);
    else stored.remove();
  };
  return {
    saveNow,
    saveSoon: () => {
      cancel();
      if (delayMs) timer = setTimeout(saveNow, delayMs);
      else saveNow();
    },
    /** Saves a change that is still waiting. */
    flush: () => timer !== undefined && saveNow(),
    /** Removes the stored draft, and what is still waiting. */
    discard: () => {
      cancel();
      stored.remove();
    },
  };
}
