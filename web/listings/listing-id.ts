import { ApiError } from '../app/api.ts';

/** A listing's number as it stands in a page's address. @throws {ApiError} as if there were none, for what is no number */
export function parseListingId(text = ''): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(404, 'Ad Not Found');
  return text;
}
