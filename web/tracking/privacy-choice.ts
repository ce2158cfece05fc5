import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Privacy } from '#contract/privacy.ts';
import type { Site } from '#contract/site.ts';
import { getJson } from '../app/api.ts';
import { getLocalStorage, readStoredObject, storeObject } from '../app/browser-storage.ts';

declare global {
  interface Navigator {
    /** Global Privacy Control, in browsers that have it (https://www.w3.org/TR/gpc/). */
    globalPrivacyControl?: boolean;
  }
}

/** What the visitor said to third parties. */
export interface PrivacyChoice {
  /** What was asked: an answer to another question is none. */
  version: string;
  /** ISO 8601, in UTC. */
  date: string;
  agreed: boolean;
}

/** What is said to who sends the Global Privacy Control. */
export const SIGNAL_HONORED_TEXT = 'Your browser’s privacy signal is honored.';

const STORAGE_KEY = 'privacy-choice';
// Another one when they would do more than the visitor was told.
const WORDING_VERSION = 1;

let current: PrivacyChoice | null | undefined;
const listeners = new Set<() => void>();

/** What the visitor has answered in this browser, null when nothing yet to what is asked today; so on the server, too. */
export function usePrivacyChoice(site: Site): PrivacyChoice | null {
  return useSyncExternalStore(
    subscribeToChoice,
    () => getPrivacyChoice(site),
    () => null,
  );
}

function getPrivacyChoice(site: Site): PrivacyChoice | null {
  current ??= readStoredObject(getLocalStorage(), STORAGE_KEY) as PrivacyChoice | null;
  return current?.version === getChoiceVersion(site) ? current : null;
}

/** Remembers the visitor's answer, and tells whoever watches. */
export function savePrivacyChoice(site: Site, agreed: boolean): void {
  current = { version: getChoiceVersion(site), date: new Date().toISOString(), agreed };
  storeObject(getLocalStorage(), STORAGE_KEY, current);
  for (const notify of listeners) notify();
}

/** Hears of answers, given here or in another tab. Gives what ends that. */
function subscribeToChoice(notify: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key !== STORAGE_KEY && key !== null) return;
    current = undefined;
    notify();
  };
  listeners.add(notify);
  addEventListener('storage', hear);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', hear);
  };
}

/** Whether the browser sends the Global Privacy Control, which is a no: it says so itself, or our server has seen it. */
export const usePrivacySignal = () => useQuery({ queryKey: ['/api/privacy'], queryFn: fetchSignal });

async function fetchSignal({ signal }: { signal: AbortSignal }): Promise<boolean> {
  if (navigator.globalPrivacyControl) return true;
  return ((await getJson('/api/privacy', signal)) as Privacy).gpc;
}

const getChoiceVersion = ({ measurementId, adsClientId }: Site) =>
  [WORDING_VERSION, measurementId, adsClientId].join(' ');
