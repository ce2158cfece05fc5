/**
 * Calls `onVisible` when the page becomes visible: at once, or when a background tab is opened, and again when the page is
 * restored from the back/forward cache, which is another visit. The function that `onVisible` returns is called when the
 * visit ends: when the page is left or hidden for the first time, or on disposal.
 * @returns a function that disposes of the listeners, for an effect
 */
export function onPageVisible(onVisible: () => (() => void) | undefined): () => void {
  let visit: { end: (() => void) | undefined } | undefined;
  const update = () => {
    if (document.visibilityState === 'hidden') end();
    else visit ??= { end: onVisible() };
  };
  const end = () => {
    visit?.end?.();
    if (visit) visit.end = undefined;
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    visit = undefined;
    update();
  };
  // Deferred, because in strict mode React disposes of the first call of an effect at once.
  const beginning = setTimeout(update);
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', onPageShow);
  // In the capture phase, so that events of `end` are queued before `track` sends the queue.
  addEventListener('pagehide', end, { capture: true });
  return () => {
    end();
    clearTimeout(beginning);
    document.removeEventListener('visibilitychange', update);
    removeEventListener('pageshow', onPageShow);
    removeEventListener('pagehide', end, { capture: true });
  };
}
