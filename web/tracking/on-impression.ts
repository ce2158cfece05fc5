const SEEN_AFTER_MS = 1000;

interface Watched {
  seen: () => void;
  isSeen: boolean;
  timer?: number;
}

const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `seen` when half of an element was in view for a second: once, and again where the browser shows the page once
 * more as it was left. Gives what ends the watch. Only for the browser.
 */
export function whenSeen(element: Element, seen: () => void): () => void {
  observer ??= beginToWatch();
  watched.set(element, { seen, isSeen: false });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    clearTimeout(watched.get(element)?.timer);
    watched.delete(element);
  };
}

/** One for all elements. */
function beginToWatch(): IntersectionObserver {
  // Nobody sees a hidden page; whoever looks at it again begins anew.
  document.addEventListener('visibilitychange', lookAgain);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const element of watched.values()) element.isSeen = false;
    lookAgain();
  });
  return new IntersectionObserver((entries) => entries.forEach(follow), { threshold: 0.5 });
}

function follow({ target, isIntersecting }: IntersectionObserverEntry) {
  const element = watched.get(target);
  if (!element || element.isSeen) return;
  clearTimeout(element.timer);
  if (!isIntersecting || document.visibilityState === 'hidden') return;
  element.timer = window.setTimeout(() => {
    element.isSeen = true;
    element.seen();
  }, SEEN_AFTER_MS);
}

function lookAgain() {
  for (const [element, { timer }] of watched) {
    clearTimeout(timer);
    observer?.unobserve(element);
    observer?.observe(element);
  }
}
