/**
 * What of a listing outside of this site brought a visitor: its card or badge on another site, its printed QR code, a program that
 * reads the API, or an assistant that reads it for somebody.
 */
export const VISIT_SOURCES = ['embed', 'badge', 'qr', 'api', 'assistant'] as const;
export type VisitSource = (typeof VISIT_SOURCES)[number];

/** The path of a listing's page that counts a visit as brought by a source. The page is the same without it. */
export const toSourcePath = (listingId: number, source: VisitSource): string => `/ads/${listingId}?via=${source}`;

/** The source that the query of a page's address names. */
export function readVisitSource(search: string): VisitSource | undefined {
  const via = new URLSearchParams(search).get('via');
  return VISIT_SOURCES.find((source) => source === via);
}
