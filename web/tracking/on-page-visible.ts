/**
 * Begins something as soon as the page is in view: at once, or when a tab that waits is looked at; and again when the
 * browser shows the page once more as it was left, which is another visit. What `begin` gives is called when that ends:
 * the page is left or hidden, or what the caller shows of it is gone. Gives what the caller calls then, as effects do.
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
  // Not at once: where React calls effects twice, the first call is taken back before anything has begun.
  const beginning = setTimeout(update);
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', onPageShow);
  // Before what waits is sent at last.
  addEventListener('pagehide', end, { capture: true });
  return () => {
    end();
    clearTimeout(beginning);
    document.removeEventListener('visibilitychange', update);
    removeEventListener('pageshow', onPageShow);
    removeEventListener('pagehide', end, { capture: true });
  };
}
