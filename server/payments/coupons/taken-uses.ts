import { sql } from 'kysely';

// Long enough to type a card and pass the check of the bank.
const RESERVATION_MINUTES = 30;

/** Whether the use `u` was reserved less than 30 minutes ago. */
export const isHeld = sql<boolean>`coalesce(u.reserved_at > now() - make_interval(mins => ${sql.lit(RESERVATION_MINUTES)}), false)`;

/** Whether the use `u`, which was not released, counts: it belongs to a payment `p` that is paid, or it is held for it. */
export const isTaken = sql<boolean>`(p.status = 'paid' or ${isHeld})`;
