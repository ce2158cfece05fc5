import { type OwnerAction, ownerListingSchema } from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';

/** What somebody is to a listing: its owner, or somebody who helps the owner (docs/product.md, People of a business). */
export const LISTING_ROLES = ['owner', 'manager', 'viewer'] as const;
export type ListingRole = (typeof LISTING_ROLES)[number];

/** What is asked for: to read a listing with its form and analytics, to change it, or what only its owner may do. */
export type ListingRight = 'read' | 'edit' | 'own';

/** The only source of which role has which right. */
const RIGHTS: Record<ListingRole, readonly ListingRight[]> = {
  owner: ['read', 'edit', 'own'],
  manager: ['read', 'edit'],
  viewer: ['read'],
};
export const hasRight = (role: ListingRole, right: ListingRight): boolean => RIGHTS[role].includes(right);

/** The right that each action of owners asks for: its route, and the actions that responses offer. */
export const ACTION_RIGHTS: Record<OwnerAction, ListingRight> = {
  edit: 'edit',
  publish: 'edit',
  pause: 'edit',
  resume: 'edit',
  renew: 'edit',
  duplicate: 'own',
  delete: 'own',
  undelete: 'own',
};

/** The roles of people who help an owner. */
export const memberRoleSchema = z.enum(['manager', 'viewer']);
export type MemberRole = z.infer<typeof memberRoleSchema>;

const listingRefSchema = z.object({ id: z.number().int(), title: z.string() });

/** Somebody who helps the account with a listing, or with all of them. Times are ISO 8601 in UTC. */
export const memberSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  /** The address or username that was invited. */
  recipient: z.string(),
  role: memberRoleSchema,
  /** Null for all listings. */
  listing: listingRefSchema.nullable(),
  since: z.string(),
});
export type Member = z.infer<typeof memberSchema>;

/** The account helps another one with a listing, or with all of them. */
export const membershipSchema = z.object({
  id: z.number().int(),
  role: memberRoleSchema,
  /** The name of the owner's business; their username where they gave none. */
  business: z.string(),
  listing: listingRefSchema.nullable(),
  since: z.string(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** A listing of another account, which the account may manage or view. */
export const sharedListingSchema = ownerListingSchema.extend({ role: memberRoleSchema, business: z.string() });
export type SharedListing = z.infer<typeof sharedListingSchema>;

/** The most people whom an account can have, invitations included, and the most accounts that one can help. */
export const MAX_MEMBERS = 50;
