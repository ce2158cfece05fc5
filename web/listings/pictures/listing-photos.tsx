import { type RefObject, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/**
 * The photos of a listing as a strip that is swiped or moved by its buttons. Each opens enlarged in a popover with the same
 * strip, which Escape closes; both need no JavaScript but for the buttons.
 */
export default function ListingPhotos({ listing: { photos, businessName } }: { listing: ListingPage }) {
  const strip = useRef<HTMLUListElement>(null);
  const large = useRef<HTMLUListElement>(null);
  const opened = useRef(0);
  const toLabel = ({ alt }: Photo, index: number) =>
    alt ||
    t('{business}, photo {number} of {count}', { business: businessName, number: index + 1, count: photos.length });
  return (
    <div className="photos">
      <ul ref={strip}>
        {photos.map((photo, index) => (
          <li key={photo.src}>
            <button
              type="button"
              popoverTarget="photos"
              aria-label={t('Enlarge: {photo}', { photo: toLabel(photo, index) })}
              onClick={() => {
                opened.current = index;
              }}
            >
              <img
                {...toImage(photo)}
                alt={toLabel(photo, index)}
                sizes="(width >= 40rem) 27rem, 80vw"
                fetchPriority={index === 0 ? 'high' : 'low'}
                loading={index > 1 ? 'lazy' : undefined}
              />
            </button>
          </li>
        ))}
      </ul>
      {photos.length > 1 && <StripButtons strip={strip} />}
      <div
        id="photos"
        popover="auto"
        role="dialog"
        aria-label={t('Photos of {business}', { business: businessName })}
        className="rise-in"
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          large.current?.scrollTo({ left: opened.current * large.current.clientWidth, behavior: 'instant' });
          currentTarget.querySelector('button')?.focus();
        }}
        onKeyDown={({ key }) => {
          const step = ['ArrowLeft', '', 'ArrowRight'].indexOf(key) - 1;
          if (Math.abs(step) === 1) moveStrip(large, step);
        }}
      >
        <button type="button" popoverTarget="photos" popoverTargetAction="hide" aria-label={t('Close')}>
          <Icon name="x" />
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, and holds nothing that takes the focus. */}
        <ul ref={large} tabIndex={0}>
          {photos.map((photo, index) => (
            <li key={photo.src}>
              <img {...toImage(photo)} alt={toLabel(photo, index)} sizes="100vw" loading="lazy" />
            </li>
          ))}
        </ul>
        {photos.length > 1 && <StripButtons strip={large} />}
      </div>
    </div>
  );
}

function StripButtons({ strip }: { strip: RefObject<HTMLUListElement | null> }) {
  return (
    <p>
      <button type="button" aria-label={t('Previous photo')} onClick={() => moveStrip(strip, -1)}>
        <Icon name="arrow-left" />
      </button>
      <button type="button" aria-label={t('Next photo')} onClick={() => moveStrip(strip, 1)}>
        <Icon name="arrow-right" />
      </button>
    </p>
  );
}

/** Scrolls by a photo; after the last one comes the first. The styles make it smooth, and snap it to a photo. */
function moveStrip({ current: strip }: RefObject<HTMLUListElement | null>, step: number) {
  const [first] = strip?.children ?? [];
  if (!strip || !first) return;
  const end = strip.scrollWidth - strip.clientWidth;
  const isAtEnd = step > 0 ? strip.scrollLeft >= end - 1 : strip.scrollLeft <= 1;
  if (isAtEnd) strip.scrollTo({ left: step > 0 ? 0 : end });
  else strip.scrollBy({ left: step * first.clientWidth });
}

const toImage = ({ src, srcSet, width, height }: Photo) => ({ src, srcSet, width, height, decoding: 'async' }) as const;
