import type { Desk } from '#contract/admin/desk.ts';

/** The gift that a listing has now; undefined if there is none, or the role may not see payments. */
export const findGift = ({ terms }: Pick<Desk, 'terms'>): NonNullable<Desk['terms']>[number] | undefined =>
  terms?.find(({ amountCents, endsAt, endedAt }) => amountCents === 0 && !endedAt && Date.parse(endsAt) > Date.now());
