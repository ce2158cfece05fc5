declare module 'virtual:texts' {
  /** Every text of `content/`, by the path from which browsers fetch it. */
  export const texts: Map<string, object>;
}
