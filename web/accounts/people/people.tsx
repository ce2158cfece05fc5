import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingInvitation, People as PeopleData } from '#contract/ownership/invitations.ts';
import { ConfirmedEmail } from '#web/accounts/confirmed-email.tsx';
import { Panel } from '#web/accounts/panel.tsx';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ChangeDialog, type ConfirmedChange } from './change-dialog.tsx';
import { toLeaving, toRemoval, toWithdrawal } from './confirmed-changes.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { useChangePeople, usePeople } from './people-queries.ts';
import { InvitationRow, MemberRow, MembershipRow } from './people-rows.tsx';

/** Who helps the user with listings, whom the user has invited, handing listings over, and whom the user helps. */
export function People() {
  const { data, error, refetch } = usePeople();
  return (
    <Section id="people" title={t('People')}>
      {data ? (
        <LoadedPeople people={data} />
      ) : error ? (
        <EmptyState
          title={t('We couldn’t load your people')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      ) : (
        <SkeletonGroup label={t('Loading your people…')} className="grid gap-4">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
        </SkeletonGroup>
      )}
    </Section>
  );
}

function LoadedPeople({ people: { members, invitations, memberships } }: { people: PeopleData }) {
  const changePeople = useChangePeople();
  const own = useQuery(ownListingsQuery).data;
  const [dialog, setDialog] = useState<'invite' | 'hand-over' | null>(null);
  const [change, setChange] = useState<ConfirmedChange | null>(null);
  const [resending, setResending] = useState<number | null>(null);
  const resend = async ({ id, recipient }: ListingInvitation) => {
    setResending(id);
    const done = t('Sent again to {recipient}', { recipient });
    const failure = await changePeople({ method: 'POST', path: `invitations/${id}/resend`, done });
    if (failure) toast({ title: t('Not sent'), description: failure.message, tone: 'danger' });
    setResending(null);
  };
  const toRows = (list: ListingInvitation[]) =>
    list.map((invitation) => (
      <InvitationRow
        key={invitation.id}
        invitation={invitation}
        busy={resending === invitation.id}
        disabled={resending !== null}
        onResend={() => resend(invitation)}
        onWithdraw={() => setChange(toWithdrawal(invitation))}
      />
    ));
  const handOvers = invitations.filter(({ role }) => role === 'owner');
  const invited = invitations.filter(({ role }) => role !== 'owner');
  return (
    <>
      <Panel
        title={t('Who helps you')}
        lead={t(
          'Managers edit your listings, viewers see their analytics. Only you can delete, pay, hand over or invite.',
        )}
      >
        {(members.length > 0 || invited.length > 0) && (
          <ul className="mb-4 divide-y">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} onRemove={() => setChange(toRemoval(member))} />
            ))}
            {toRows(invited)}
          </ul>
        )}
        <ConfirmedEmail>
          <Button variant="secondary" onClick={() => setDialog('invite')}>
            <Icon name="plus" />
            {t('Invite someone')}
          </Button>
        </ConfirmedEmail>
      </Panel>
      {(own === undefined || own.items.length > 0 || handOvers.length > 0) && (
        <Panel
          title={t('Hand over')}
          lead={t(
            'Give a listing, or all of them, to a new owner. Paid time goes along; payments and credits stay with you.',
          )}
        >
          {handOvers.length > 0 && <ul className="mb-4 divide-y">{toRows(handOvers)}</ul>}
          <ConfirmedEmail>
            <Button variant="secondary" onClick={() => setDialog('hand-over')}>
              <Icon name="arrow-right" />
              {t('Hand over…')}
            </Button>
          </ConfirmedEmail>
        </Panel>
      )}
      {memberships.length > 0 && (
        <Panel title={t('Whom you help')} lead={t('Their listings are below your own.')}>
          <ul className="divide-y">
            {memberships.map((membership) => (
              <MembershipRow
                key={membership.id}
                membership={membership}
                onLeave={() => setChange(toLeaving(membership))}
              />
            ))}
          </ul>
        </Panel>
      )}
      {dialog && <InvitationDialog kind={dialog} onClose={() => setDialog(null)} />}
      <ChangeDialog change={change} onClose={() => setChange(null)} />
    </>
  );
}
