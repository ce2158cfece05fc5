import { LRUCache } from 'lru-cache';
import { printPhone, readPhone, toTel } from '#contract/values/phone.ts';

/** A telephone number as pages show it, and its `tel:` URL: null where it cannot be dialed, as in some old listings. */
export interface ShownPhone {
  phone: string;
  tel: string | null;
}

// A list reads those of all its rows.
const shown = new LRUCache<string, ShownPhone>({ max: 5000 });

/** A stored telephone number for a page, which has no metadata of countries. */
export function showPhone(stored: string): ShownPhone {
  const known = shown.get(stored);
  if (known) return known;
  const phone = readPhone(stored);
  const result = 'fault' in phone ? { phone: stored, tel: null } : { phone: printPhone(phone), tel: toTel(phone) };
  shown.set(stored, result);
  return result;
}
