import clsx from 'clsx';
import type { WaitingListing } from '#contract/admin/approvals.ts';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

/** A listing that waits, with all that a decision needs. */
export function WaitingCard({
  listing,
  isCurrent,
  pending,
  onFocus,
  onApprove,
  onDecline,
}: {
  listing: WithBlock<WaitingListing>;
  /** Whether the shortcuts act on this card. */
  isCurrent: boolean;
  pending: boolean;
  onFocus: () => void;
  onApprove: () => void;
  onDecline: () => void;
}) {
  const {
    id,
    title,
    businessName,
    description,
    translations,
    category,
    waitingSince,
    isEdit,
    words,
    payments,
    pictures,
    owner,
  } = listing;
  const facts = [listing.address, `${listing.city} ${listing.zip}`, listing.phone, listing.email, listing.website];
  return (
    <li
      data-id={id}
      tabIndex={-1}
      onFocus={onFocus}
      aria-current={isCurrent ? 'true' : undefined}
      className={clsx(
        'grid scroll-mt-4 gap-3 rounded-card border bg-card p-4 sm:p-5',
        isCurrent && 'border-pacific outline-2 outline-pacific',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="typed text-lg">{title}</h2>
          <p className="typed text-muted text-sm">
            #{id} · {businessName !== title && `${businessName} · `}
            {category}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {payments > 0 && <Badge tone="accent">{t('Paid')}</Badge>}
          <Badge tone="info">{isEdit ? t('Edited') : t('New', null, 'listing')}</Badge>
        </div>
      </div>
      <ExpandableText text={description} />
      {Object.entries(translations).map(([language, texts]) => (
        <div key={language} lang={language} className="grid gap-1">
          {texts.title && <p className="typed font-semibold">{texts.title}</p>}
          {texts.description && <ExpandableText text={texts.description} />}
        </div>
      ))}
      <p className="typed text-sm">{facts.filter(Boolean).join(' · ')}</p>
      <Pictures pictures={pictures} />
      {words.length > 0 && (
        <p className="flex items-start gap-2 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="typed">
            {rich('On the word list: <strong>{words}</strong>', {
              strong: (text) => <strong className="font-semibold">{text}</strong>,
              words: words.join(', '),
            })}
          </span>
        </p>
      )}
      <Owner owner={owner} waitingSince={waitingSince} />
      <Decidable blocked={listing.blocked}>
        <div className="flex flex-wrap gap-3">
          <Button busy={pending} onClick={onApprove}>
            {!pending && <Icon name="check" />}
            {t('Approve')}
            <span className="sr-only"> {title}</span>
          </Button>
          <Button variant="secondary" disabled={pending} onClick={onDecline}>
            {t('Decline…')}
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      </Decidable>
    </li>
  );
}

function Pictures({ pictures }: Pick<WaitingListing, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ src, alt }) => (
        <li key={src}>
          <img
            src={src}
            alt={alt || t('Uploaded by the owner')}
            className="h-24 w-32 rounded-field object-cover"
            loading="lazy"
          />
        </li>
      ))}
    </ul>
  );
}

function Owner({ owner, waitingSince }: Pick<WaitingListing, 'owner' | 'waitingSince'>) {
  return (
    <p className="text-muted text-sm">
      {rich(
        '<owner>{username}</owner>, here since {joined}, {count, plural, =0 {no live listings} one {# live listing} other {# live listings}}. Waiting since {waiting}.',
        {
          owner: (text) => <span className="wrap-anywhere">{text}</span>,
          username: owner.username,
          joined: <DateTime at={owner.createdAt} />,
          count: owner.liveListings,
          waiting: <DateTime at={waitingSince} />,
        },
      )}
    </p>
  );
}
