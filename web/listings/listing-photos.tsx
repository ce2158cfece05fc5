import type { ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { Icon } from '../ui/icon.tsx';

/** A listing's own pictures, side by side; each opens in large, without JavaScript. */
export function ListingPhotos({ ad: { photos, businessName } }: { ad: ListingPage }) {
  return (
    <ul className="photos">
      {photos.map((photo, index) => (
        <li key={photo.src}>
          <ListingPhoto
            photo={photo}
            id={`photo-${index + 1}`}
            sizes={index === 0 ? '(width >= 64rem) 50rem, 100vw' : '(width >= 64rem) 16rem, 34vw'}
            words={photo.alt || `${businessName}, picture ${index + 1} of ${photos.length}`}
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
  words,
}: {
  photo: Photo;
  id: string;
  sizes: string;
  words: string;
}) {
  const picture = { src, srcSet, width, height, decoding: 'async' } as const;
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={`Enlarge: ${words}`}>
        <img {...picture} alt={words} sizes={sizes} />
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={words} className="rise-in">
        <img {...picture} alt={words} sizes="100vw" loading="lazy" />
        <button type="button" popoverTarget={id} aria-label="Close">
          <Icon name="x" className="size-5" />
        </button>
      </div>
    </>
  );
}
