import { ApiError } from '#web/app/api.ts';

/** A payment's number as it stands in an address. @throws {ApiError} as if there were none, for what is no number */
export function parsePaymentId(text = ''): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(404, 'There is no such payment.');
  return text;
}
