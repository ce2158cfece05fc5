import { parsePhone } from '#contract/listing-fields/phone.ts';

/** A phone number as text. North American numbers are formatted unless they have letters or an extension. */
export function formatPhone(phone: string): string {
  const { digits, extension, hasLetters } = parsePhone(phone);
  if (digits.length !== 10 || hasLetters || extension) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
