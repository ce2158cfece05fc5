/** '(949) 555-0100': what listings are looked up by. */
const NUMBER_LENGTH = 14;

/** The numbers of a stored telephone text, without extensions and label, as the indexes of listings have them. */
export const toPhoneNumbers = (phone: string | null): string[] =>
  phone?.split(' / ').map((number) => number.slice(0, NUMBER_LENGTH).trimEnd()) ?? [];
