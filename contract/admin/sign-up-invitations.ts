import { emailSchema } from '#contract/accounts.ts';
import { idSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';

/** How long an invitation to create an account holds. */
export const SIGN_UP_INVITATION_DAYS = 14;

/** `POST /api/admin/sign-up-invitations`: sends one, or sends it again. */
export const signUpInvitationFormSchema = z.object({ email: emailSchema });

const signUpInvitationSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type SignUpInvitation = z.infer<typeof signUpInvitationSchema>;

/** `GET /api/admin/sign-up-invitations`, and the response to every change: those that were not used, the newest first. */
export const signUpInvitationsSchema = z.object({ invitations: z.array(signUpInvitationSchema) });
export type SignUpInvitations = z.infer<typeof signUpInvitationsSchema>;

export const signUpInvitationIdSchema = z.object({ id: idSchema });
