/** Has a third party's script run. Where it fails or is blocked, nothing else happens. */
export function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
