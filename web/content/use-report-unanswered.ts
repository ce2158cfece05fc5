import { useEffect, useRef } from 'react';
import { send } from '#web/base/api/api.ts';

/** How long nothing is typed until a search counts as one. */
const PAUSE_MS = 2000;

/** Counts a search without an answer for the administrator, once for each text and visit of the page; null while there is none. */
export function useReportUnanswered(query: string | null) {
  const reported = useRef(new Set<string>());
  const words = query?.trim().toLowerCase() ?? '';
  useEffect(() => {
    if (words === '' || reported.current.has(words)) return;
    const timer = setTimeout(() => {
      reported.current.add(words);
      // Nobody waits for it: a search that was not counted is no error of the visitor.
      send('POST', '/api/help/searches', { words }).catch(() => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
}
