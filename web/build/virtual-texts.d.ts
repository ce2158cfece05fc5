declare module 'virtual:texts' {
  /** Every text of `content/`, by the address under which browsers read it. */
  export const texts: Map<string, object>;
}
