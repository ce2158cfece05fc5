import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Privacy } from '#contract/privacy.ts';
import type { Site } from '#contract/site.ts';
import { readByFetch } from '../app/api.ts';
import { keep, localStore, readFrom } from '../app/tab-storage.ts';

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
export const HONORED = 'Your browser’s privacy signal is honored.';

const NAME = 'privacy-choice';
// Another one when they would do more than the visitor was told.
const WORDING = 1;

let current: PrivacyChoice | null | undefined;
const watchers = new Set<() => void>();

/** What the visitor has answered in this browser, null when nothing yet to what is asked today; so on the server, too. */
export function useChoice(site: Site): PrivacyChoice | null {
  return useSyncExternalStore(
    watchChoice,
    () => choiceOf(site),
    () => null,
  );
}

function choiceOf(site: Site): PrivacyChoice | null {
  current ??= readFrom(localStore(), NAME) as PrivacyChoice | null;
  return current?.version === versionOf(site) ? current : null;
}

/** Remembers the visitor's answer, and tells whoever watches. */
export function choose(site: Site, agreed: boolean): void {
  current = { version: versionOf(site), date: new Date().toISOString(), agreed };
  keep(localStore(), NAME, current);
  for (const notify of watchers) notify();
}

/** Hears of answers, given here or in another tab. Gives what ends that. */
function watchChoice(notify: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key !== NAME && key !== null) return;
    current = undefined;
    notify();
  };
  watchers.add(notify);
  addEventListener('storage', hear);
  return () => {
    watchers.delete(notify);
    removeEventListener('storage', hear);
  };
}

/** Whether the browser sends the Global Privacy Control, which is a no: it says so itself, or our server has seen it. */
export const usePrivacySignal = () => useQuery({ queryKey: ['/api/privacy'], queryFn: readSignal });

async function readSignal({ signal }: { signal: AbortSignal }): Promise<boolean> {
  if (navigator.globalPrivacyControl) return true;
  return ((await readByFetch('/api/privacy', signal)) as Privacy).gpc;
}

const versionOf = ({ measurementId, adsClientId }: Site) => [WORDING, measurementId, adsClientId].join(' ');
