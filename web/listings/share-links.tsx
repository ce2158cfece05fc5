import { useSyncExternalStore } from 'react';
import type { Ad } from '#contract/listings.ts';
import { useSite } from '../layout/site.tsx';
import { whenOpened } from '../tracking/on-link-open.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { recordAct } from './ad-events.ts';

/** Ways to pass a listing on: by mail without JavaScript; with it also by its link and by what the device offers. */
export function ShareLinks({ ad }: { ad: Ad }) {
  const { origin } = useSite();
  const offers = useSyncExternalStore(neverChanges, offersOfDevice, () => 'none');
  const body = encodeURIComponent(`${origin}/ads/${ad.id}`);
  const button = buttonClass({ variant: 'ghost', size: 'sm' });
  return (
    <p className="flex flex-wrap gap-1">
      {offers === 'share' && (
        <button type="button" onClick={() => shareAd(ad)} className={button}>
          <Icon name="share-2" />
          Share
        </button>
      )}
      <button
        type="button"
        onClick={() => copyLink(ad)}
        className={`${button} ${offers === 'none' ? 'invisible' : ''}`}
      >
        <Icon name="link-2" />
        Copy link
      </button>
      <a
        href={`mailto:?subject=${encodeURIComponent(ad.title)}&body=${body}`}
        {...whenOpened(() => recordShare(ad, 'email'))}
        className={button}
      >
        <Icon name="mail" />
        Email
      </a>
    </p>
  );
}

/** Opens the device's own share sheet, or else copies the link. */
export async function shareAd(ad: Ad): Promise<void> {
  if (!navigator.share) return copyLink(ad);
  try {
    await navigator.share({ title: ad.title, url: addressOf(ad) });
    recordShare(ad, 'device');
  } catch {
    // The visitor closed the sheet.
  }
}

async function copyLink(ad: Ad): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(ad));
    recordShare(ad, 'link');
    toast({ title: 'Link copied', tone: 'success' });
  } catch {
    toast({ title: 'The link could not be copied', description: addressOf(ad) });
  }
}

const addressOf = ({ id }: Ad) => `${location.origin}/ads/${id}`;
const recordShare = ({ id }: Ad, method: string) => recordAct('share', id, { method });

const neverChanges = () => () => {};
const offersOfDevice = () => ('share' in navigator ? 'share' : 'copy');
