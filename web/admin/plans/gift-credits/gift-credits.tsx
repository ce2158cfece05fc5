import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { useGiftCredits } from './gift-queries.ts';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';

/** The credits that the staff gave, with dialogs to give others and to take one back. */
export function GiftCredits() {
  const list = useGiftCredits();
  const [search, setSearch] = useSearchParams();
  // The account to which the page of an account or a listing leads.
  const asked = search.get('give');
  const [isGiving, setGiving] = useState(false);
  const close = () => {
    setGiving(false);
    if (asked !== null) setSearch({ tab: 'gift-credits' }, { replace: true, preventScrollReset: true });
  };
  const [taking, setTaking] = useState<GiftCredit | null>(null);
  const actions: Column<WithBlock<GiftCredit>> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (credit) =>
      canTakeBack(credit) && (
        <Decidable blocked={credit.blocked}>
          <Button variant="secondary" size="sm" className="whitespace-nowrap" onClick={() => setTaking(credit)}>
            {credit.state === 'used'
              ? rich('End now<hidden>: {listing}</hidden>', { hidden: srOnly, listing: credit.listing?.title ?? '' })
              : rich('Take back<hidden> from {username}</hidden>', {
                  hidden: srOnly,
                  username: credit.account.username,
                })}
          </Button>
        </Decidable>
      ),
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'Free plans for owners, such as after an outage. They’re no revenue: they have no receipt, and no report counts them.',
          )}
        </p>
        <Button onClick={() => setGiving(true)}>
          <Icon name="gift" />
          {t('Give credits')}
        </Button>
      </div>
      <PaginatedTable
        list={list}
        itemsLabel={t('gift credits')}
        errorTitle={t('Failed to fetch gift credits')}
        empty={t('No credits were given yet.')}
        caption={t('Gift credits, newest first')}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
      />
      {(isGiving || asked !== null) && <GiveCreditsDialog username={asked ?? ''} onClose={close} />}
      {taking && <TakeBackDialog credit={taking} onClose={() => setTaking(null)} />}
    </>
  );
}

const isOver = ({ endsAt }: GiftCredit) => endsAt !== null && Date.parse(endsAt) <= Date.now();
const canTakeBack = (credit: GiftCredit) =>
  credit.state === 'unused' || (credit.state === 'used' && credit.endsAt !== null && !isOver(credit));

const STATES: Record<GiftCredit['state'], { label: string; tone: Parameters<typeof Badge>[0]['tone'] }> = {
  unused: { label: t('Unused'), tone: 'info' },
  waiting: { label: t('Waits for approval'), tone: 'accent' },
  used: { label: t('Used'), tone: 'success' },
  'taken-back': { label: t('Taken back'), tone: 'neutral' },
};

const columns: Column<GiftCredit>[] = [
  {
    heading: t('Account'),
    top: true,
    cell: ({ account, planName }) => (
      <>
        <p className="wrap-anywhere font-semibold">{account.username}</p>
        <p className="text-muted text-sm">{planName}</p>
      </>
    ),
  },
  {
    heading: t('Given'),
    cell: ({ givenAt, givenBy, reason }) => (
      <>
        {rich('{date} <by>by {name}</by>', {
          by: (text) => <span className="wrap-anywhere text-muted">{text}</span>,
          date: <DateTime at={givenAt} />,
          name: givenBy ?? t('a former member'),
        })}
        <p className="typed text-muted text-sm">{reason}</p>
      </>
    ),
  },
  {
    heading: t('State'),
    cell: (credit) => {
      const { state, listing, endsAt, takenBack } = credit;
      return (
        <>
          <Badge tone={STATES[state].tone}>
            {state === 'taken-back' && endsAt ? t('Ended early') : STATES[state].label}
          </Badge>
          {listing && (
            <p className="mt-1 text-sm">
              <ListingName listing={listing} />
            </p>
          )}
          {state === 'used' && endsAt && (
            <p className="mt-1 text-muted text-sm">
              {isOver(credit)
                ? rich('Ended {date}', { date: <DateTime at={endsAt} /> })
                : rich('Ends {date}', { date: <DateTime at={endsAt} /> })}
            </p>
          )}
          {takenBack && (
            <p className="typed mt-1 text-muted text-sm">
              {rich('{date} by {name}: {reason}', {
                date: <DateTime at={takenBack.at} />,
                name: takenBack.by ?? t('a former member'),
                reason: takenBack.reason,
              })}
            </p>
          )}
        </>
      );
    },
  },
];
