import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { LISTING_INVITATION_DAYS, listingInvitationFormSchema } from '#contract/ownership/invitations.ts';
import { memberRoleSchema } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FormControl, FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { useChangePeople } from './people-queries.ts';
import { ROLE_LABELS, ROLE_SUMMARIES } from './roles.ts';

const ALL = 'all';
const dialogSchema = z.object({
  recipient: listingInvitationFormSchema.shape.recipient,
  role: memberRoleSchema,
  /** The id of a listing, or of all. */
  listing: z.string().min(1, t('Choose a listing')),
});
type DialogForm = z.infer<typeof dialogSchema>;

/** Invites somebody to help with listings, or hands them over. */
export function InvitationDialog({ kind, onClose }: { kind: 'invite' | 'hand-over'; onClose: () => void }) {
  const listings = useQuery(ownListingsQuery).data?.items ?? [];
  const changePeople = useChangePeople();
  const isHandOver = kind === 'hand-over';
  const form = useSchemaForm<DialogForm>({
    schema: dialogSchema,
    defaultValues: { recipient: '', role: 'manager', listing: isHandOver ? '' : ALL },
    onSubmit: async ({ recipient, role, listing }) => {
      const listingId = listing === ALL ? null : Number(listing);
      const body = { recipient, role: isHandOver ? 'owner' : role, listingId };
      const failure = await changePeople({ method: 'POST', path: 'invitations', body, done: t('Invitation sent') });
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={isHandOver ? t('Hand over') : t('Invite someone')}
      intro={<p className="mb-4">{isHandOver ? HAND_OVER_INTRO : INVITE_INTRO}</p>}
      focus="recipient"
      submitLabel={isHandOver ? t('Send to the new owner') : t('Send invitation')}
      busyLabel={t('Sending...')}
      danger={isHandOver}
    >
      <FormInput
        form={form}
        name="recipient"
        label={t('Email or username')}
        hint={t('For a username, we email the address of that account, if there is one.')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {!isHandOver && (
        <FormControl form={form} name="role" label={t('They will be')} hint={ROLE_SUMMARIES[form.watch('role')]}>
          {(control) => (
            <Select {...control}>
              {memberRoleSchema.options.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </Select>
          )}
        </FormControl>
      )}
      <FormControl form={form} name="listing" label={isHandOver ? t('What you hand over') : t('For')}>
        {(control) => (
          <Select {...control}>
            {isHandOver && <option value="">{t('Choose…')}</option>}
            <option value={ALL}>
              {isHandOver ? t('All of my listings') : t('All of my listings, later ones too')}
            </option>
            {listings.map((own) => (
              <option key={own.id} value={own.id}>
                {toOptionLabel(own, listings)}
              </option>
            ))}
          </Select>
        )}
      </FormControl>
    </FormDialog>
  );
}

const INVITE_INTRO = t('We email a link that works once, for {days} days.', { days: LISTING_INVITATION_DAYS });
const HAND_OVER_INTRO = t(
  'We email a link that works once, for {days} days. When they accept, it’s theirs, and you can’t take it back. People who help you with it lose access.',
  { days: LISTING_INVITATION_DAYS },
);
