// No zod here: public pages ship this file.

/** The maximum number of listings that are compared. */
export const MAX_COMPARED = 4;

/** The ids in the `ids` parameter of `/compare`, without what is no id, without repetitions, and at most `MAX_COMPARED`. */
export function parseComparedIds(text: string | null): number[] {
  const ids = (text ?? '').split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return [...new Set(ids.map(Number))].slice(0, MAX_COMPARED);
}

/** The path of the comparison of these listings, with distances from a place if there is one. */
export function comparePath(ids: readonly number[], near?: string | null): string {
  const from = near ? `&near=${encodeURIComponent(near)}` : '';
  return ids.length === 0 ? '/compare' : `/compare?ids=${ids.join()}${from}`;
}
