import { useEffect, useState } from 'react';
import type { AdminText, TextSource } from '#contract/admin/texts.ts';
import { getSessionStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { isSameSource } from './text-labels.ts';

const EMPTY: TextSource = { fields: {}, markdown: '' };

/** The text that the editor begins with. */
const getSaved = ({ draft, scheduled, published, release, original }: AdminText): TextSource =>
  draft ?? scheduled ?? published ?? release ?? original ?? EMPTY;

const toStorageKey = (key: string) => `text ${key}`;

/** Whether this tab has an edit of a text that nobody saved. */
export const hasUnsavedEdit = (key: string) => readUnsaved(toStorageKey(key)) !== null;

interface Opened extends TextSource {
  /** The version of the text that it was made from. */
  version: number;
}

/**
 * What somebody types, and what it was made from. It is in the storage of the tab until it is saved, so that leaving the page loses
 * nothing.
 */
export function useEditedText(text: AdminText) {
  const storageKey = toStorageKey(text.key);
  const [opened, setOpened] = useState<Opened>(
    () => readUnsaved(storageKey) ?? { ...getSaved(text), version: text.version },
  );
  const { version, ...source } = opened;
  const saved = getSaved(text);
  const isDirty = !isSameSource(text.kind, source, saved);
  // Somebody else changed the text, or the own change arrived.
  const isOutdated = version !== text.version;
  if (isOutdated && !isDirty) setOpened({ ...saved, version: text.version });
  useEffect(() => {
    if (isDirty) storeObject(getSessionStorage(), storageKey, opened);
    else getSessionStorage()?.removeItem(storageKey);
  }, [isDirty, opened, storageKey]);
  return {
    source,
    version,
    isDirty,
    /** What somebody else saved meanwhile; null if nobody did. */
    theirs: isOutdated && isDirty ? saved : null,
    setSource: (next: TextSource) => setOpened({ ...next, version }),
    /** Goes on from the newest version of the text, with this source. */
    adopt: (newest: AdminText, next: TextSource = getSaved(newest)) => setOpened({ ...next, version: newest.version }),
  };
}

function readUnsaved(key: string): Opened | null {
  const stored = readStoredObject(getSessionStorage(), key) as Partial<Opened> | null;
  const isComplete =
    typeof stored?.version === 'number' && typeof stored.markdown === 'string' && typeof stored.fields === 'object';
  return isComplete ? (stored as Opened) : null;
}
