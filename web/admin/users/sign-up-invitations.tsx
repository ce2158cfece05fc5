import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SignUpInvitation, type SignUpInvitations, signUpInvitationFormSchema } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';

const PATH = `${ADMIN_API_PREFIX}sign-up-invitations`;

/** Who is invited to create an account, which matters while that is by invitation. */
export function InvitationsToSignUp() {
  const { signUps } = useSite();
  const { data, error, refetch } = useQuery<SignUpInvitations, ApiError>({ queryKey: [PATH], staleTime: 0 });
  const invite = useInvite();
  const form = useSchemaForm<{ email: string }>({
    schema: signUpInvitationFormSchema,
    defaultValues: { email: '' },
    onSubmit: async ({ email }) => {
      const failure = await toFailure(t('Failed to send'), () => invite(email));
      if (failure) return failure;
      toast({ title: t('Invitation sent'), description: email, tone: 'success' });
      form.reset();
      return undefined;
    },
  });
  return (
    <div className="grid gap-6">
      <p className="max-w-measure text-muted">
        {signUps === 'invitation'
          ? t(
              'New accounts are by invitation. Each link works once, for 14 days, with the address that it was sent to.',
            )
          : t('Invitations matter while new accounts are by invitation, which is in the settings.')}
      </p>
      <div className="max-w-measure">
        <Form
          form={form}
          actions={
            <SubmitButton form={form} busyLabel={t('Sending...')} className="justify-self-start">
              {t('Invite')}
            </SubmitButton>
          }
        >
          <FormInput form={form} name="email" label={t('Email')} type="email" autoComplete="off" />
        </Form>
      </div>
      {error && !data ? (
        <div role="alert">
          <EmptyState
            title={t('Failed to fetch the invitations')}
            action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
          >
            {error.message}
          </EmptyState>
        </div>
      ) : !data ? (
        <Spinner label={t('Loading…')} className="min-h-40" />
      ) : data.invitations.length === 0 ? (
        <EmptyState title={t('No open invitations')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border bg-card">
          {data.invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} invite={invite} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Invitation({
  invitation: { id, email, invitedBy, sentAt, expiresAt, isExpired },
  invite,
}: {
  invitation: SignUpInvitation;
  invite: (email: string) => Promise<void>;
}) {
  const client = useQueryClient();
  const { busy, runMutation } = useRunMutation();
  const [what, setWhat] = useState<'send' | 'withdraw'>();
  const act = async (name: 'send' | 'withdraw', title: string, done: string, change: () => Promise<unknown>) => {
    setWhat(name);
    const failure = await runMutation(title, change);
    if (!failure) toast({ title: done, description: email, tone: 'success' });
  };
  const withdraw = async () => client.setQueryData([PATH], await send<SignUpInvitations>('DELETE', `${PATH}/${id}`));
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{email}</p>
        <p className="text-muted text-sm">
          {rich('{date} by {name}', {
            date: <DateTime at={sentAt} />,
            name: <span className="wrap-anywhere">{invitedBy}</span>,
          })}
        </p>
        <p className="text-sm">
          {isExpired
            ? rich('Expired {date}', { date: <DateTime at={expiresAt} /> })
            : rich('Valid until {date}', { date: <DateTime at={expiresAt} /> })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={busy && what === 'send'}
          onClick={() => act('send', t('Failed to send'), t('Invitation sent'), () => invite(email))}
        >
          {t('Send again')}
          <span className="sr-only"> {email}</span>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={busy && what === 'withdraw'}
          onClick={() => act('withdraw', t('Couldn’t withdraw'), t('Invitation withdrawn'), withdraw)}
        >
          {t('Withdraw')}
          <span className="sr-only"> {email}</span>
        </Button>
      </div>
    </li>
  );
}

/** Sends an invitation, or sends it again. */
function useInvite() {
  const client = useQueryClient();
  return async (email: string): Promise<void> => {
    client.setQueryData([PATH], await send<SignUpInvitations>('POST', PATH, { email }));
  };
}
