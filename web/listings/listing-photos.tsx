import type { ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { Icon } from '../ui/icon.tsx';

/** The photos of a listing in a row. Each opens enlarged in a popover, which needs no JavaScript. */
export function ListingPhotos({ listing: { photos, businessName } }: { listing: ListingPage }) {
  return (
    <ul className="photos">
      {photos.map((photo, index) => (
        <li key={photo.src}>
          <ListingPhoto
            photo={photo}
            id={`photo-${index + 1}`}
            sizes={index === 0 ? '(width >= 64rem) 50rem, 100vw' : '(width >= 64rem) 16rem, 34vw'}
            label={photo.alt || `${businessName}, picture ${index + 1} of ${photos.length}`}
          />
        </li>
      ))}
    </ul>
  );
}

function ListingPhoto({
  photo: { src, srcSet, width, height },
  id,
  sizes,
  label,
}: {
  photo: Photo;
  id: string;
  sizes: string;
  label: string;
}) {
  const picture = { src, srcSet, width, height, decoding: 'async' } as const;
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={`Enlarge: ${label}`}>
        <img {...picture} alt={label} sizes={sizes} />
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} className="rise-in">
        <img {...picture} alt={label} sizes="100vw" loading="lazy" />
        <button type="button" popoverTarget={id} aria-label="Close">
          <Icon name="x" className="size-5" />
        </button>
      </div>
    </>
  );
}
