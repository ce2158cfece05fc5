import clsx from 'clsx';
import type { Ad } from '#contract/listings.ts';
import { Postcard } from '../art/postcard.tsx';

/** A listing's photo, or the postcard of its county. Decorative: the title stands beside it. Size it by its classes. */
export function AdPicture({ ad, className, eager = false }: { ad: Ad; className?: string; eager?: boolean }) {
  if (!ad.imageUrl)
    return <Postcard county={ad.county.slug} seed={ad.id} className={clsx('object-cover', className)} />;
  return (
    <img
      src={ad.imageUrl}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      className={clsx('bg-pacific-wash object-cover', className)}
    />
  );
}
