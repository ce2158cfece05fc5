import { AdSlot } from '../advertising/ad-slot.tsx';
import { buttonClass } from '../ui/button.tsx';

/** Three ad slots, and an invitation to fill them. */
export function SponsorBanner() {
  return (
    <section aria-labelledby="sponsor" className="mt-10 rounded-card border bg-card p-4 sm:p-6 md:mt-16 md:p-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id="sponsor" className="text-xl md:text-2xl">
            Your business could be here
          </h2>
          <p className="mt-2 text-muted">These three places are seen on the way to every county.</p>
        </div>
        <a href="/contact" className={buttonClass({ variant: 'accent' })}>
          Contact us about advertising
        </a>
      </div>
      <div className="mt-6 grid justify-items-center gap-4 md:grid-cols-3">
        <AdSlot name="home-1" shape="strip" />
        <AdSlot name="home-2" shape="strip" />
        <AdSlot name="home-3" shape="strip" />
      </div>
    </section>
  );
}
