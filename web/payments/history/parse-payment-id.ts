import { ApiError } from '#web/base/api/api.ts';

/** Validates the payment id of a page's URL. @throws {ApiError} 404 if it is not a number */
export function parsePaymentId(text = ''): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(404, 'Payment not found.');
  return text;
}
