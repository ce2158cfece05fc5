import type { ReactNode } from 'react';

const bars = [34, 52, 41, 66, 58, 83, 74, 46, 62, 70, 55, 88];

/** The outlines of charts without data, in grey. */
export const chartPlaceholders: Record<'bars' | 'rows' | 'line' | 'pie', ReactNode> = {
  bars: (
    <PlaceholderSvg>
      {bars.map((height, index) => (
        <rect key={height} x={index * 33.3 + 4} y={100 - height} width="24" height={height} rx="2" />
      ))}
    </PlaceholderSvg>
  ),
  rows: (
    <PlaceholderSvg>
      {bars.slice(3, 8).map((width, index) => (
        <rect key={width} x="0" y={index * 20 + 3} width={width * 4} height="12" rx="2" />
      ))}
    </PlaceholderSvg>
  ),
  line: (
    <PlaceholderSvg>
      <path d="M0 92c60 0 80-10 120-44s70-18 110-6 60-38 100-34 40 40 70 60v32H0z" />
    </PlaceholderSvg>
  ),
  pie: (
    <svg viewBox="0 0 100 100" className="mx-auto h-full max-h-50 fill-none stroke-line" aria-hidden="true">
      <circle cx="50" cy="50" r="37" strokeWidth="24" />
    </svg>
  ),
};

function PlaceholderSvg({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 400 100" preserveAspectRatio="none" className="size-full fill-line" aria-hidden="true">
      {children}
    </svg>
  );
}
