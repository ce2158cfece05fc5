declare global {
  interface Window {
    /** The events for a tag manager, filled even if none is configured (docs/product.md, Advertising and third parties). */
    dataLayer?: object[];
  }
}

/** Records an event for analytics in `window.dataLayer`. Only for the browser. */
export function recordEvent(event: string, details: Record<string, unknown> = {}): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
}
