/** Loads a third-party script. Errors and blocked requests are ignored. */
export function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
