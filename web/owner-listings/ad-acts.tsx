import type { OwnAd, OwnerAct } from '#contract/own-listings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { ACTS, type Act, type Doing } from './acts.ts';
import { checkoutPath } from './checkout-path.ts';
import { endsSoon, type Standing, standingOf } from './standing.ts';

export interface AdActsProps {
  ad: OwnAd;
  /** What is being done just now, to whichever listing. */
  doing: Doing | null;
  onAct: (act: Act, ad: OwnAd) => void;
}

/** What an owner can do with a listing as it stands: what they most likely came for as a button, the rest in a menu. */
export function AdActs({ ad, doing, onAct }: AdActsProps) {
  const likely = likelyAct(ad);
  const others = IN_MENU.filter((act) => act !== likely && ad.acts.includes(act));
  const items: MenuItem[] = [
    ...(ad.status === 'deleted' ? [] : [pageItem(ad)]),
    ...others.map((act): MenuItem => {
      if (act === 'edit') return { label: 'Edit', icon: 'pen-line', href: editPath(ad) };
      const { label, icon } = ACTS[act];
      return { label, icon, tone: act === 'delete' ? 'danger' : undefined, onSelect: () => onAct(act, ad) };
    }),
  ];
  const doingHere = doing?.id === ad.id ? doing.act : null;
  return (
    <div className="grid justify-start gap-2 as-table:justify-end">
      <div className="flex items-center gap-1">
        {doingHere ? (
          <Button variant="secondary" size="sm" busy className={SETTLED}>
            {ACTS[doingHere].busy}
          </Button>
        ) : (
          likely && <LikelyAct act={likely} ad={ad} disabled={doing !== null} onAct={onAct} />
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

function LikelyAct({
  act,
  ad,
  disabled,
  onAct,
}: { act: OwnerAct; disabled: boolean } & Pick<AdActsProps, 'ad' | 'onAct'>) {
  if (act === 'edit') {
    return (
      <a href={editPath(ad)} className={`${buttonClass({ variant: 'secondary', size: 'sm' })} ${SETTLED}`}>
        <Icon name="pen-line" />
        Edit<span className="sr-only"> {ad.title}</span>
      </a>
    );
  }
  const { label, icon } = ACTS[act];
  const variant = act === 'publish' || act === 'renew' ? 'primary' : 'secondary';
  return (
    <Button variant={variant} size="sm" disabled={disabled} onClick={() => onAct(act, ad)} className={SETTLED}>
      <Icon name={icon} />
      {label}
      <span className="sr-only"> {ad.title}</span>
    </Button>
  );
}

/** Of what the API allows, what somebody who looks at a listing that stands so came for. */
function likelyAct(ad: OwnAd): OwnerAct | undefined {
  const standing = standingOf(ad);
  const wanted = endsSoon(ad, Date.now()) ? 'renew' : LIKELY[standing];
  return [wanted, 'edit' as const].find((act) => ad.acts.includes(act));
}

const LIKELY: Record<Standing, OwnerAct> = {
  live: 'edit',
  expired: 'renew',
  draft: 'publish',
  paused: 'resume',
  hidden: 'edit',
  deleted: 'undelete',
};

const IN_MENU = ['edit', 'publish', 'resume', 'renew', 'pause', 'duplicate', 'delete'] as const;

/** The listing as visitors see it, or would. */
function pageItem(ad: OwnAd): MenuItem {
  if (standingOf(ad) === 'live') return { label: 'View', icon: 'eye', href: `/ads/${ad.id}` };
  return { label: 'Preview', icon: 'eye', href: `/account/ads/${ad.id}/preview` };
}

// Nothing moves when one act takes the place of another.
const SETTLED = 'min-w-34 whitespace-nowrap';

const editPath = ({ id }: OwnAd) => `/account/ads/${id}/edit`;
