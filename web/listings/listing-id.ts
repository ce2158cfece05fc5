import { ApiError } from '#web/base/api/api.ts';

/** Validates the listing id of a page's URL. @throws {ApiError} 404 if it is not a number */
export function parseListingId(text = ''): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(404, 'Ad Not Found');
  return text;
}
