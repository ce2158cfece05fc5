import type { FastifyRequest } from 'fastify';
import { hasPermission, type Permission, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { Forbidden } from './errors.ts';
import { requireUser } from './sessions.ts';

/**
 * A hook that lets only those pass whose role has the permission. It runs before the request is parsed, so that error responses
 * reveal nothing to others.
 * @throws {Unauthorized} when nobody is signed in
 * @throws {Forbidden} when the role of the user does not have the permission, or the user lacks what all staff must have
 */
export const requirePermission = (permission: Permission) => async (request: FastifyRequest) => {
  const { role } = requireStaff(request);
  if (!hasPermission(role, permission)) throw new Forbidden(t('Your role doesn’t allow this.'));
  const lacks = findMissingStaffSecurity(request);
  if (lacks === 'password-change-required') throw new Forbidden(t('Choose a new password first.'), lacks);
  if (lacks) throw new Forbidden(t('Set up two-step verification first.'), lacks);
};

/** Whether the user has a permission, and all that the administration asks of its users. */
export const mayActAsStaff = (request: FastifyRequest, permission: Permission): boolean =>
  request.user !== null && hasPermission(request.user.role, permission) && findMissingStaffSecurity(request) === null;

/** A member of the staff. */
export interface StaffMember {
  accountId: number;
  role: Role;
}

/** Who sends the request, on a route of `requirePermission`. @throws {Forbidden} when it is nobody of the staff */
export function requireStaff(request: FastifyRequest): StaffMember {
  const { accountId, role } = requireUser(request);
  if (role === null) throw new Forbidden(t('Only the administrator can do this.'));
  return { accountId, role };
}

/** What the administration asks of the user first; null if nothing. See docs/decisions/0102-second-factors.md. */
export function findMissingStaffSecurity(
  request: FastifyRequest,
): 'password-change-required' | 'second-factor-required' | null {
  const { verification, mustChangePassword } = requireUser(request);
  if (!mustHaveSecondFactor(request)) return null;
  if (mustChangePassword) return 'password-change-required';
  return verification === null || verification.by === 'password' ? 'second-factor-required' : null;
}

/** Whether the account of the user must have a second factor: that of staff, where the settings require it. */
export const mustHaveSecondFactor = (request: FastifyRequest): boolean =>
  requireUser(request).role !== null && request.server.requiresStaffSecurity;

/**
 * A hook for what a stranger at an unlocked device must not do: it lets only those pass who have proved in the last ten minutes
 * who they are, by a second factor if they have one. Put it after `requireSignedIn` or `requirePermission`:
 * `onRequest: [requirePermission('payments'), requireStepUp]`. Pages answer 'step-up-required' by asking, and repeat the request.
 * @throws {Unauthorized} when nobody is signed in
 * @throws {Forbidden} with the code 'step-up-required'
 */
export const requireStepUp = async (request: FastifyRequest) => {
  if (!requireUser(request).isRecentlyVerified)
    throw new Forbidden(t('Please confirm that it’s you first.'), 'step-up-required');
};

/**
 * A hook for what lets somebody in, now or later: it lets only those pass whose email is confirmed. Somebody else's address could be that
 * of whoever registered. An account without any address, as account 1 can be, claims nobody's.
 * See docs/decisions/0140-an-unconfirmed-email-is-not-the-owners.md.
 * @throws {Unauthorized} when nobody is signed in
 * @throws {Forbidden} with the code 'email-confirmation-required'
 */
export const requireConfirmedEmail = async (request: FastifyRequest) => {
  if (requireUser(request).hasUnconfirmedEmail) throw emailUnconfirmed();
};

/** The refusal of what needs a confirmed email. */
export const emailUnconfirmed = () =>
  new Forbidden(t('Confirm your email first. The link is in your inbox.'), 'email-confirmation-required');
