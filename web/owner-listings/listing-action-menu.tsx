import { t } from '#contract/i18n/t.ts';
import type { OwnerAction, OwnerListing } from '#contract/owner-listings.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Menu, type MenuItem } from '#web/base/ui/menu.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { checkoutPath } from './checkout-path.ts';
import { LISTING_ACTIONS, type ListingAction, type PendingAction } from './listing-actions.ts';
import { type DisplayStatus, endsSoon, getDisplayStatus } from './status.ts';

/** The properties of a `ListingActionMenu`. */
export interface ListingActionMenuProps {
  listing: OwnerListing;
  /** The action in progress, on any listing. */
  pending: PendingAction | null;
  onAction: (action: ListingAction, listing: OwnerListing) => void;
}

/** What an owner can do with a listing in its status: the likeliest action as a button, the others in a menu. */
export function ListingActionMenu({ listing, pending, onAction }: ListingActionMenuProps) {
  const closed = usePaymentsClosed();
  const primary = getPrimaryAction(listing);
  const others = MENU_ACTIONS.filter((action) => action !== primary && listing.acts.includes(action));
  const items: MenuItem[] = [
    ...(listing.status === 'deleted' ? [] : [viewMenuItem(listing)]),
    ...others.map((action): MenuItem => {
      if (action === 'edit') return { label: t('Edit'), icon: 'pen-line', href: editPath(listing) };
      const { label, icon } = LISTING_ACTIONS[action];
      return {
        label,
        icon,
        tone: action === 'delete' ? 'danger' : undefined,
        onSelect: () => onAction(action, listing),
      };
    }),
  ];
  const pendingAction = pending?.id === listing.id ? pending.action : null;
  return (
    <div className="grid justify-start gap-2 as-table:justify-end">
      <div className="flex items-center gap-1">
        {pendingAction ? (
          <Button variant="secondary" size="sm" busy className={FIXED_WIDTH}>
            {LISTING_ACTIONS[pendingAction].busy}
          </Button>
        ) : (
          primary && (
            <PrimaryAction action={primary} listing={listing} disabled={pending !== null} onAction={onAction} />
          )
        )}
        {items.length > 0 && (
          <Menu label={t('More for {title}', { title: listing.title })} items={items} disabled={pending !== null} />
        )}
      </div>
      {listing.status === 'draft' && listing.acts.includes('delete') && !closed && (
        <a
          href={checkoutPath({ plan: 'monthly', listing })}
          className={`${buttonClass({ size: 'sm' })} whitespace-nowrap`}
        >
          {rich('Continue to payment<hidden> for {title}</hidden>', {
            hidden: srOnly,
            title: listing.title,
          })}
        </a>
      )}
    </div>
  );
}

function PrimaryAction({
  action,
  listing,
  disabled,
  onAction,
}: { action: OwnerAction; disabled: boolean } & Pick<ListingActionMenuProps, 'listing' | 'onAction'>) {
  if (action === 'edit') {
    return (
      <a href={editPath(listing)} className={`${buttonClass({ variant: 'secondary', size: 'sm' })} ${FIXED_WIDTH}`}>
        <Icon name="pen-line" />
        {t('Edit')}
        <span className="sr-only"> {listing.title}</span>
      </a>
    );
  }
  const { label, icon } = LISTING_ACTIONS[action];
  const variant = action === 'publish' || action === 'renew' ? 'primary' : 'secondary';
  return (
    <Button
      variant={variant}
      size="sm"
      disabled={disabled}
      onClick={() => onAction(action, listing)}
      className={FIXED_WIDTH}
    >
      <Icon name={icon} />
      {label}
      <span className="sr-only"> {listing.title}</span>
    </Button>
  );
}

/** The likeliest of the actions that the API allows. */
function getPrimaryAction(listing: OwnerListing): OwnerAction | undefined {
  const status = getDisplayStatus(listing);
  const preferred = endsSoon(listing, Date.now()) ? 'renew' : PRIMARY_ACTIONS[status];
  return [preferred, 'edit' as const].find((action) => listing.acts.includes(action));
}

const PRIMARY_ACTIONS: Record<DisplayStatus, OwnerAction> = {
  live: 'edit',
  expired: 'renew',
  draft: 'publish',
  waiting: 'edit',
  paused: 'resume',
  hidden: 'edit',
  deleted: 'undelete',
};

const MENU_ACTIONS = ['edit', 'publish', 'resume', 'renew', 'pause', 'duplicate', 'delete'] as const;

/** The link to the page that visitors see, or to its preview. */
function viewMenuItem(listing: OwnerListing): MenuItem {
  if (getDisplayStatus(listing) === 'live') return { label: t('View'), icon: 'eye', href: `/ads/${listing.id}` };
  return { label: t('Preview'), icon: 'eye', href: `/account/ads/${listing.id}/preview` };
}

// The same width for every label, so that nothing moves when the action changes.
const FIXED_WIDTH = 'min-w-34 whitespace-nowrap';

const editPath = ({ id }: OwnerListing) => `/account/ads/${id}/edit`;
