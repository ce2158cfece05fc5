import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Privacy } from '#contract/privacy.ts';
import type { Site } from '#contract/site.ts';
import { getJson } from '#web/base/api/api.ts';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';

declare global {
  interface Navigator {
    /** Global Privacy Control, in browsers that have it (https://www.w3.org/TR/gpc/). */
    globalPrivacyControl?: boolean;
  }
}

/** The visitor's decision on third-party scripts. */
export interface PrivacyChoice {
  /** Identifies the question; a decision on another version does not count. */
  version: string;
  /** ISO 8601, in UTC. */
  date: string;
  agreed: boolean;
}

/** The confirmation for browsers that send the Global Privacy Control. */
export const SIGNAL_HONORED_TEXT = t('Your browser’s privacy signal is honored.');

const STORAGE_KEY = 'privacy-choice';
// Increase it when the third parties do more than the text of the question says.
const WORDING_VERSION = 1;

let current: PrivacyChoice | null | undefined;
const listeners = new Set<() => void>();

/** The decision stored in this browser; null if there is none for the current version, and on the server. */
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

/** Stores the decision and notifies all subscribers. */
export function savePrivacyChoice(site: Site, agreed: boolean): void {
  current = { version: getChoiceVersion(site), date: new Date().toISOString(), agreed };
  storeObject(getLocalStorage(), STORAGE_KEY, current);
  for (const notify of listeners) notify();
}

/** Subscribes to decisions made in this tab or another one. Returns the function to unsubscribe. */
function subscribeToChoice(notify: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== STORAGE_KEY && key !== null) return;
    current = undefined;
    notify();
  };
  listeners.add(notify);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', onStorage);
  };
}

/** Whether the browser sends the Global Privacy Control, by its JavaScript property or by the header that our server saw. */
export const usePrivacySignal = () => useQuery({ queryKey: ['/api/privacy'], queryFn: fetchSignal });

async function fetchSignal({ signal }: { signal: AbortSignal }): Promise<boolean> {
  if (navigator.globalPrivacyControl) return true;
  return ((await getJson('/api/privacy', signal)) as Privacy).gpc;
}

const getChoiceVersion = ({ measurementId, adsClientId }: Site) =>
  [WORDING_VERSION, measurementId, adsClientId].join(' ');
