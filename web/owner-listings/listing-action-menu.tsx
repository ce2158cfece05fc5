import type { OwnerAction, OwnerListing } from '#contract/owner-listings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { checkoutPath } from './checkout-path.ts';
import { LISTING_ACTIONS, type ListingAction, type PendingAction } from './listing-actions.ts';
import { type DisplayStatus, endsSoon, getDisplayStatus } from './status.ts';

export interface ListingActionMenuProps {
  ad: OwnerListing;
  /** What is being done just now, to whichever listing. */
  doing: PendingAction | null;
  onAct: (act: ListingAction, ad: OwnerListing) => void;
}

/** What an owner can do with a listing as it stands: what they most likely came for as a button, the rest in a menu. */
export function ListingActionMenu({ ad, doing, onAct }: ListingActionMenuProps) {
  const primary = getPrimaryAction(ad);
  const others = MENU_ACTIONS.filter((act) => act !== primary && ad.acts.includes(act));
  const items: MenuItem[] = [
    ...(ad.status === 'deleted' ? [] : [viewMenuItem(ad)]),
    ...others.map((act): MenuItem => {
      if (act === 'edit') return { label: 'Edit', icon: 'pen-line', href: editPath(ad) };
      const { label, icon } = LISTING_ACTIONS[act];
      return { label, icon, tone: act === 'delete' ? 'danger' : undefined, onSelect: () => onAct(act, ad) };
    }),
  ];
  const pendingAction = doing?.id === ad.id ? doing.act : null;
  return (
    <div className="grid justify-start gap-2 as-table:justify-end">
      <div className="flex items-center gap-1">
        {pendingAction ? (
          <Button variant="secondary" size="sm" busy className={FIXED_WIDTH}>
            {LISTING_ACTIONS[pendingAction].busy}
          </Button>
        ) : (
          primary && <PrimaryAction act={primary} ad={ad} disabled={doing !== null} onAct={onAct} />
        )}
        {items.length > 0 && <Menu label={`More for ${ad.title}`} items={items} disabled={doing !== null} />}
      </div>
      {ad.status === 'draft' && (
        <a
          href={checkoutPath({ plan: 'monthly', listing: ad })}
          className={`${buttonClass({ variant: 'accent', size: 'sm' })} whitespace-nowrap`}
        >
          Continue to payment<span className="sr-only"> for {ad.title}</span>
        </a>
      )}
    </div>
  );
}

function PrimaryAction({
  act,
  ad,
  disabled,
  onAct,
}: { act: OwnerAction; disabled: boolean } & Pick<ListingActionMenuProps, 'ad' | 'onAct'>) {
  if (act === 'edit') {
    return (
      <a href={editPath(ad)} className={`${buttonClass({ variant: 'secondary', size: 'sm' })} ${FIXED_WIDTH}`}>
        <Icon name="pen-line" />
        Edit<span className="sr-only"> {ad.title}</span>
      </a>
    );
  }
  const { label, icon } = LISTING_ACTIONS[act];
  const variant = act === 'publish' || act === 'renew' ? 'primary' : 'secondary';
  return (
    <Button variant={variant} size="sm" disabled={disabled} onClick={() => onAct(act, ad)} className={FIXED_WIDTH}>
      <Icon name={icon} />
      {label}
      <span className="sr-only"> {ad.title}</span>
    </Button>
  );
}

/** Of what the API allows, what somebody who looks at a listing that stands so came for. */
function getPrimaryAction(ad: OwnerListing): OwnerAction | undefined {
  const status = getDisplayStatus(ad);
  const preferred = endsSoon(ad, Date.now()) ? 'renew' : PRIMARY_ACTIONS[status];
  return [preferred, 'edit' as const].find((act) => ad.acts.includes(act));
}

const PRIMARY_ACTIONS: Record<DisplayStatus, OwnerAction> = {
  live: 'edit',
  expired: 'renew',
  draft: 'publish',
  paused: 'resume',
  hidden: 'edit',
  deleted: 'undelete',
};

const MENU_ACTIONS = ['edit', 'publish', 'resume', 'renew', 'pause', 'duplicate', 'delete'] as const;

/** The listing as visitors see it, or would. */
function viewMenuItem(ad: OwnerListing): MenuItem {
  if (getDisplayStatus(ad) === 'live') return { label: 'View', icon: 'eye', href: `/ads/${ad.id}` };
  return { label: 'Preview', icon: 'eye', href: `/account/ads/${ad.id}/preview` };
}

// Nothing moves when one act takes the place of another.
const FIXED_WIDTH = 'min-w-34 whitespace-nowrap';

const editPath = ({ id }: OwnerListing) => `/account/ads/${id}/edit`;
