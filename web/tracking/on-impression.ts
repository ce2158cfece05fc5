const IMPRESSION_AFTER_MS = 1000;

interface WatchedElement {
  callback: () => void;
  isSeen: boolean;
  timer?: number;
}

const watched = new Map<Element, WatchedElement>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `seen` when half of an element was in view for a second: once, and again where the browser shows the page once
 * more as it was left. Gives what ends the watch. Only for the browser.
 */
export function onImpression(element: Element, callback: () => void): () => void {
  observer ??= createObserver();
  watched.set(element, { callback, isSeen: false });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    clearTimeout(watched.get(element)?.timer);
    watched.delete(element);
  };
}

/** One for all elements. */
function createObserver(): IntersectionObserver {
  // Nobody sees a hidden page; whoever looks at it again begins anew.
  document.addEventListener('visibilitychange', restartObservation);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const element of watched.values()) element.isSeen = false;
    restartObservation();
  });
  return new IntersectionObserver((entries) => entries.forEach(handleEntry), { threshold: 0.5 });
}

function handleEntry({ target, isIntersecting }: IntersectionObserverEntry) {
  const element = watched.get(target);
  if (!element || element.isSeen) return;
  clearTimeout(element.timer);
  if (!isIntersecting || document.visibilityState === 'hidden') return;
  element.timer = window.setTimeout(() => {
    element.isSeen = true;
    element.callback();
  }, IMPRESSION_AFTER_MS);
}

function restartObservation() {
  for (const [element, { timer }] of watched) {
    clearTimeout(timer);
    observer?.unobserve(element);
    observer?.observe(element);
  }
}
