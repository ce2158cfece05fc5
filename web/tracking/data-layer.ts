declare global {
  interface Window {
    /** Where a tag manager, when one is configured, reads events from. Always filled (`docs/decisions`). */
    dataLayer?: object[];
  }
}

/** Records an event for analytics in `window.dataLayer`. Only for the browser. */
export function recordEvent(event: string, details: Record<string, unknown> = {}): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
}
