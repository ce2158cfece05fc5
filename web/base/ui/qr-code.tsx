import { encode } from 'uqr';

/** A text as a QR code: black on white in dark pages too, because many cameras read nothing else. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={`bg-white ${className}`}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
