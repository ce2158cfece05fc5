/** The picture of the page that says that nothing is there, 640×400. Decorative. */
export function LostSurfer({ className }: { className?: string }) {
  return <img src="/postcards/lost.svg" alt="" width={640} height={400} decoding="async" className={className} />;
}
