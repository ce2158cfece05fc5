import clsx from 'clsx';

const shapes = {
  /** 320 × 100 on phones, 728 × 90 from 768 px on. */
  horizontal: 'mx-auto h-[100px] w-full max-w-[320px] md:h-[90px] md:max-w-[728px]',
  /** 300 × 600 or more, in view while its column scrolls; large screens only. */
  vertical: 'sticky top-6 hidden min-h-[600px] w-full max-w-[300px] lg:grid',
  /** 300 × 250. */
  rectangle: 'mx-auto h-[250px] w-full max-w-[300px]',
  /** 728 × 90, scaled down where there is less room. */
  banner: 'mx-auto aspect-[728/90] w-full max-w-[728px]',
};

/**
 * The place of a display ad. Its size is reserved before anything is in it, so that nothing ever shifts. A figure, not
 * an `<aside>`: several landmarks of one name on a page would be in the way of whoever moves by landmarks.
 */
export function AdSlot({ shape, className }: { shape: keyof typeof shapes; className?: string }) {
  return (
    <figure aria-label="Advertisement" className={clsx('no-print ad-slot', shapes[shape], className)}>
      {shape === 'banner' ? (
        <span className="tracking-[0.2em]">ADVERTISEMENT</span>
      ) : (
        <span aria-hidden="true">Advertisement</span>
      )}
    </figure>
  );
}
