import { ChartNoAxesColumn, LayoutDashboard, MapPin, Store } from 'lucide-react';
import { Postcard } from '../art/postcard.tsx';

const benefits = [
  { Icon: MapPin, title: 'Reach local customers', text: 'They find you by city, county or ZIP code.' },
  { Icon: Store, title: 'A free listing', text: 'Your page with phone and address, no credit card.' },
  {
    Icon: ChartNoAxesColumn,
    title: 'Premium features',
    text: 'Featured placement, pictures, a map pin and analytics.',
  },
  { Icon: LayoutDashboard, title: 'A business dashboard', text: 'Your listings and payments in one place.' },
];

/** Why a business would want an account. */
export function BusinessBenefits() {
  return (
    <aside aria-labelledby="benefits" className="night overflow-hidden rounded-card bg-paper text-ink">
      <Postcard county="orange-county" seed={3} className="h-36 w-full object-cover sm:h-44" />
      <div className="p-6">
        <h2 id="benefits" className="text-xl">
          Made for local business
        </h2>
        <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          {benefits.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="round-icon">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div>
                <h3 className="text-base">{title}</h3>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
