import { t } from '#contract/i18n/t.ts';
import type { FoundListingInvitation } from '#contract/ownership/invitations.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { InvitationChoice, type OfferProps } from './invitation-choice.tsx';
import { ROLE_SUMMARIES } from './roles.ts';

/** What an invitation is for, and the choice to accept or decline it. */
export function InvitationOffer({ token, invitation, onAnswered }: OfferProps) {
  const { role, business, email, expiresAt } = invitation;
  const site = useSite();
  const name = <bdi className="wrap-anywhere font-semibold">{business}</bdi>;
  return (
    <ResultMessage
      title={role === 'owner' ? t('Take over this listing') : t('Help a business on {site}', { site: site.name })}
    >
      {business === null ? (
        <p>
          {t('{site} lists this business, and would like to hand the listing over to its owner. It’s free.', {
            site: site.name,
          })}
        </p>
      ) : role === 'owner' ? (
        <p>{rich('{name} wants to hand over what’s below to you.', { name })}</p>
      ) : (
        <p>
          {rich('{name} invites you as <strong>{role, select, manager {manager} other {viewer}}</strong>.', {
            name,
            strong: (text) => <strong className="font-semibold">{text}</strong>,
            role,
          })}
        </p>
      )}
      <dl className="grid gap-3 rounded-card border bg-paper p-4">
        <Listings {...invitation} />
        <div>
          <dt className="text-muted text-sm">{t('You’ll be able to')}</dt>
          <dd>{ROLE_SUMMARIES[role]}</dd>
        </div>
        {email && (
          <div>
            <dt className="text-muted text-sm">{t('Invited address')}</dt>
            <dd className="wrap-anywhere">{email}</dd>
          </div>
        )}
        <div>
          <dt className="text-muted text-sm">{t('Works until')}</dt>
          <dd>
            <LongDate at={expiresAt} />
          </dd>
        </div>
      </dl>
      <InvitationChoice token={token} invitation={invitation} onAnswered={onAnswered} />
    </ResultMessage>
  );
}

function Listings({ listings, total }: FoundListingInvitation) {
  return (
    <div>
      <dt className="text-muted text-sm">{total === 1 ? t('Listing') : t('Listings')}</dt>
      <dd>
        <ul className="grid gap-1">
          {listings.map(({ id, title, city }) => (
            <li key={id} className="typed">
              {rich('<strong>{title}</strong> <place>in {city}</place>', {
                strong: (text) => <span className="font-semibold">{text}</span>,
                title,
                place: (text) => <span className="text-muted">{text}</span>,
                city,
              })}
            </li>
          ))}
          {total > listings.length && (
            <li className="text-muted">{t('and {count} more', { count: total - listings.length })}</li>
          )}
          {total === 0 && <li className="text-muted">{t('None yet')}</li>}
        </ul>
      </dd>
    </div>
  );
}
