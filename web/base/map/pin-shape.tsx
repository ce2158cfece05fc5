/** The drawing of a pin, whose tip is at the point. */
export function PinShape() {
  return (
    <svg aria-hidden="true" viewBox="-15 -39 30 42">
      <path d="M0 0C-3-9-13-14-13-24a13 13 0 0 1 26 0C13-14 3-9 0 0z" />
      <circle cy="-24" r="4.5" />
    </svg>
  );
}
