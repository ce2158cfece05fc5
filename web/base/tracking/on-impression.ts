const IMPRESSION_AFTER_MS = 1000;

interface WatchedElement {
  callback: () => void;
  isSeen: boolean;
  timer?: number;
}

const watched = new Map<Element, WatchedElement>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `callback` when half of an element has been in view for a second: once, and once more after the page was restored
 * from the back/forward cache. Returns a function that ends the observation. Only for the browser.
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

/** Creates the observer that all elements share. */
function createObserver(): IntersectionObserver {
  // The second starts again when the page was hidden in between.
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
