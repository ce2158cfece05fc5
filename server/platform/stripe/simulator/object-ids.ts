import { randomBytes } from 'node:crypto';

/** A new id with the prefix of its kind of object. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The time in the unit of Stripe's objects. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);
