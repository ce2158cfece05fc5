/** Where a browser remembers that it has offered another language. */
export const OFFER_NAME = 'language-offer';

/** Where it remembers what was typed before the language was switched. */
export const TYPED_NAME = 'typed';
