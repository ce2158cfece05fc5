import { t } from '#contract/i18n/t.ts';

const POSITIONS = [1, 2, 3, 4, 5];
const STAR = 'M12 3l2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z';

/** A number of stars, read out as '4 of 5 stars'. */
export const Stars = ({ stars, className = '' }: { stars: number; className?: string }) => (
  <span
    role="img"
    aria-label={t('{stars} of 5 stars', { stars })}
    className={`inline-flex self-center text-poppy-text ${className}`}
  >
    {POSITIONS.map((position) => (
      <Star key={position} filled={position <= Math.round(stars)} />
    ))}
  </span>
);

/** A star in the color of the text. */
export const Star = ({ filled }: { filled: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={`size-[1em] stroke-2 stroke-current ${filled ? 'fill-current' : 'fill-none'}`}
  >
    <path d={STAR} />
  </svg>
);
