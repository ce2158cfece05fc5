/**
 * Begins something as soon as the page is in view: at once, or when a tab that waits is looked at; and again when the
 * browser shows the page once more as it was left, which is another visit. What `begin` gives is called when that ends:
 * the page is left or hidden, or what the caller shows of it is gone. Gives what the caller calls then, as effects do.
 */
export function whenInView(begin: () => (() => void) | undefined): () => void {
  let visit: { end: (() => void) | undefined } | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') end();
    else visit ??= { end: begin() };
  };
  const end = () => {
    visit?.end?.();
    if (visit) visit.end = undefined;
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    visit = undefined;
    look();
  };
  // Not at once: where React calls effects twice, the first call is taken back before anything has begun.
  const beginning = setTimeout(look);
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', comeBack);
  // Before what waits is sent at last.
  addEventListener('pagehide', end, { capture: true });
  return () => {
    end();
    clearTimeout(beginning);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', comeBack);
    removeEventListener('pagehide', end, { capture: true });
  };
}
