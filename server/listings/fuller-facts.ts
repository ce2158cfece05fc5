import { readAddress } from '#contract/values/address.ts';
import { readPhone } from '#contract/values/phone.ts';

/**
 * Whether one value says less of the same than another one, whenever it was said: a telephone number without its extension or the second number, a
 * website without its page, an address without its suite.
 */
export const isPoorer: { [Column in 'phone' | 'website' | 'address']: (value: string, fuller: string) => boolean } = {
  phone(value, fuller) {
    // Most numbers differ at once.
    if (value.slice(0, 14) !== fuller.slice(0, 14)) return false;
    const [phone, other] = [readPhone(value), readPhone(fuller)];
    if ('fault' in phone || 'fault' in other || phone.number !== other.number) return false;
    const isPart =
      [undefined, other.extension].includes(phone.extension) &&
      [undefined, other.other?.number].includes(phone.other?.number) &&
      [undefined, other.other?.extension].includes(phone.other?.extension) &&
      [undefined, other.label].includes(phone.label);
    return isPart && (value.length < fuller.length || Boolean(other.other && !phone.other));
  },
  website(value, fuller) {
    if (!URL.canParse(value) || !URL.canParse(fuller)) return false;
    const [page, other] = [new URL(value), new URL(fuller)];
    return toHost(page) === toHost(other) && isHome(page) && !isHome(other);
  },
  address(value, fuller) {
    const [address, other] = [readAddress(value), readAddress(fuller)];
    return (
      address.number !== null &&
      address.number === other.number &&
      toStreetKey(address.street) === toStreetKey(other.street) &&
      toUnits(address) === '' &&
      toUnits(other) !== ''
    );
  },
};

const toHost = ({ hostname }: URL) => hostname.replace(/^www\./, '');
const isHome = ({ pathname, search, hash }: URL) => pathname === '/' && search === '' && hash.length <= 1;

const toUnits = ({ units, mailbox }: ReturnType<typeof readAddress>) =>
  [...units.map(({ value }) => value), mailbox ?? ''].join('');

const SHORT = new Map(
  `street:st avenue:ave boulevard:blvd drive:dr road:rd lane:ln place:pl court:ct highway:hwy parkway:pkwy circle:cir square:sq way:wy
  north:n south:s east:e west:w`
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]),
);

const toStreetKey = (street: string | null) =>
  (street ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => SHORT.get(word) ?? word)
    .filter(Boolean)
    .join(' ');
