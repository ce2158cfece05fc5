let supported: boolean | undefined;

/** Whether the browser can draw streets. Asked once, because browsers have few contexts. */
export function hasWebGl(): boolean {
  supported ??= document.createElement('canvas').getContext('webgl2') !== null;
  return supported;
}
