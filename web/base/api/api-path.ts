/** A path with its values encoded. */
export function encodePath(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

/** Appends the query parameters that are neither undefined, null nor empty. */
export function withQuery(
  source: string,
  parameters: Record<string, string | number | boolean | null | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? source : `${source}?${query}`;
}
