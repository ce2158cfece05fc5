import { SLOT_SIZES } from '#contract/advertising/ad-bookings.ts';
import type { AdSlotName } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';

/** An ad at the sizes of its slot, scrollable where the screen is narrower. */
export function AdPreview({
  slot,
  description,
  picture,
  phonePicture,
  frame,
}: {
  slot: AdSlotName;
  description: string;
  picture: { src: string } | null;
  phonePicture: { src: string } | null;
  frame: string | null;
}) {
  const { wide, phone } = SLOT_SIZES[slot];
  const sizes = [
    { label: t('Wide screens'), size: wide, shown: picture },
    ...(phone && String(phone) !== String(wide)
      ? [{ label: t('Phones'), size: phone, shown: phonePicture ?? picture }]
      : []),
  ];
  return (
    <div className="grid min-w-0 gap-4">
      {sizes.map(({ label, size: [width, height], shown }) => (
        <figure key={label} className="min-w-0">
          <figcaption className="mb-1 text-muted text-sm">
            {t('{screen}: {width} × {height}', { screen: label, width, height })}
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
          <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-field border bg-paper">
            <div style={{ width, height }} className="relative">
              {frame ? (
                <iframe src={frame} title={description} sandbox="" inert className="size-full bg-[#fff]" />
              ) : (
                shown && <img src={shown.src} alt={description} className="size-full object-contain" />
              )}
            </div>
          </section>
        </figure>
      ))}
    </div>
  );
}
