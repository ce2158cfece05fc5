import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingInvitation } from '#contract/ownership/invitations.ts';
import type { Member, Membership } from '#contract/ownership/members.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { ROLE_LABELS } from './roles.ts';

/** Somebody who helps the user. */
export function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const { username, recipient, role, listing, since } = member;
  return (
    <Row
      icon={role === 'manager' ? 'pen-line' : 'eye'}
      name={username}
      badge={<Badge tone="success">{ROLE_LABELS[role]}</Badge>}
      about={
        <>
          <Since listing={listing} date={since} />
          {recipient !== username && (
            <span className="wrap-anywhere block">{t('Invited as {recipient}', { recipient })}</span>
          )}
        </>
      }
    >
      <Button variant="ghost" size="sm" onClick={onRemove}>
        {rich('Remove<hidden> {username}</hidden>', { hidden: srOnly, username })}
      </Button>
    </Row>
  );
}

/** An invitation that nobody answered yet. */
export function InvitationRow({
  invitation: { recipient, role, listing, sentAt, expiresAt, isExpired },
  busy,
  disabled,
  onResend,
  onWithdraw,
}: {
  invitation: ListingInvitation;
  /** Whether it is being sent again, or another one is. */
  busy: boolean;
  disabled: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}) {
  return (
    <Row
      icon="mail"
      name={recipient}
      badge={
        isExpired ? (
          <Badge tone="danger">{t('Expired', null, 'invitation')}</Badge>
        ) : (
          <Badge tone="info">{t('{role}, invited', { role: ROLE_LABELS[role] })}</Badge>
        )
      }
      about={
        <>
          <Scope listing={listing} />
          <span className="block">
            {isExpired
              ? rich('Sent {date}', { date: <LongDate at={sentAt} /> })
              : rich('Works until {date}', { date: <LongDate at={expiresAt} /> })}
          </span>
        </>
      }
    >
      <Button variant="ghost" size="sm" busy={busy} disabled={disabled} onClick={onResend}>
        {busy
          ? rich('Sending...<hidden> to {recipient}</hidden>', { hidden: srOnly, recipient })
          : rich('Send again<hidden> to {recipient}</hidden>', { hidden: srOnly, recipient })}
      </Button>
      <Button variant="ghost" size="sm" onClick={onWithdraw}>
        {rich('Withdraw<hidden> the invitation of {recipient}</hidden>', { hidden: srOnly, recipient })}
      </Button>
    </Row>
  );
}

/** Somebody whom the user helps. */
export function MembershipRow({ membership, onLeave }: { membership: Membership; onLeave: () => void }) {
  const { business, role, listing, since } = membership;
  return (
    <Row
      icon="store"
      name={business}
      badge={<Badge tone="info">{ROLE_LABELS[role]}</Badge>}
      about={<Since listing={listing} date={since} />}
    >
      <Button variant="ghost" size="sm" onClick={onLeave}>
        {rich('Leave<hidden> {business}</hidden>', { hidden: srOnly, business })}
      </Button>
    </Row>
  );
}

/** The listings of a row, and since when. */
const Since = ({ listing, date }: { listing: { title: string } | null; date: string }) =>
  rich('{listings}, since {date}', { listings: <Scope listing={listing} />, date: <LongDate at={date} /> });

const Scope = ({ listing }: { listing: { title: string } | null }) =>
  listing ? <span className="typed">{listing.title}</span> : t('All listings');

function Row({
  icon,
  name,
  badge,
  about,
  children,
}: {
  icon: string;
  name: string;
  badge: ReactNode;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon name={icon} className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="wrap-anywhere font-semibold">{name}</bdi> {badge}
          </p>
          <div className="text-muted text-sm">{about}</div>
        </div>
      </div>
      <div className="flex flex-wrap">{children}</div>
    </li>
  );
}
