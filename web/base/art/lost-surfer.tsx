/** The decorative picture of the not-found page, 640×400. */
export function LostSurfer({ className }: { className?: string }) {
  return <img src="/postcards/lost.svg" alt="" width={640} height={400} decoding="async" className={className} />;
}
