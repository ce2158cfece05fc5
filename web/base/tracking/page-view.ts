import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { splitLocalPath } from '#contract/i18n/languages.ts';
import type { PageHandle } from '#web/base/api/page-handle.ts';
import { recordEvent } from './data-layer.ts';
import { onPageVisible } from './on-page-visible.ts';
import { isTrackablePath, track } from './track.ts';

let lastPlace: string | undefined;

/** Tracks the view of each page, and remembers the last page of a place. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const isPlace = handle?.isPlace;
  useEffect(
    () =>
      onPageVisible(() => {
        recordEvent('page_view', { page_path: pathname });
        if (!isTrackablePath(pathname)) return;
        track({ kind: 'page', path: pathname });
        if (isPlace) lastPlace = pathname;
      }),
    [pathname, isPlace],
  );
}

/** The path of the place page that the visitor came from: the last one in this tab, or else the page that opened the tab. */
export function getReferringPlace(): string | undefined {
  const opener = URL.parse(document.referrer);
  const path = lastPlace ?? (opener?.origin === location.origin ? splitLocalPath(opener.pathname).path : '');
  return isTrackablePath(path) ? path : undefined;
}
