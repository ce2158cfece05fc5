import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation, FoundListingInvitation } from '#contract/ownership/invitations.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { InvitationAccepted, InvitationDeclined } from './invitation-answered.tsx';
import { InvitationOffer } from './invitation-offer.tsx';

const INVALID_LINK_HINT = t('Each link works once, for 14 days. Whoever invited you can send you a new one.');

/** An invitation to own listings or to help with them: what it is for, and the choice to accept or decline it. */
export default function BusinessInvitation({ token }: { token: string }) {
  const [answer, setAnswer] = useState<AcceptedInvitation | 'declined'>();
  const { data, error, refetch } = useQuery<FoundListingInvitation, ApiError>({
    // Not an API path: the token is in the body, where no log has it.
    queryKey: ['invitation', token],
    queryFn: () => send('POST', '/api/invitations/find', { token }),
    // Answering ends the invitation, of which the page goes on to speak.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (answer === 'declined') return <InvitationDeclined />;
  if (answer && data) return <InvitationAccepted answer={answer} invitation={data} />;
  if (data) return <InvitationOffer token={token} invitation={data} onAnswered={setAnswer} />;
  if (error?.status === 400) return <InvalidLink reason={error.message} hint={INVALID_LINK_HINT} />;
  if (error)
    return (
      <ResultMessage title={t('We couldn’t open the invitation')}>
        <p>{error.message}</p>
        <Button onClick={() => void refetch()} className="justify-self-start">
          {t('Try again')}
        </Button>
      </ResultMessage>
    );
  return <Spinner label={t('Opening the invitation…')} className="min-h-60" />;
}
