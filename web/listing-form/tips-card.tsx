import { Card } from '../ui/card.tsx';

const tips = [
  ['A clear title', 'Name your main service, such as “Mobile dog grooming in Irvine.”'],
  ['A complete description', 'Say what sets you apart: selling points, prices, years in business.'],
  ['Accurate contact information', 'Double-check your phone number and address.'],
  ['The most relevant category', 'That’s where people look for you.'],
  ['A high-quality image or logo', 'People look first at a sharp photo of your place or your work.'],
] as const;

/** Tips for a listing that gets replies. */
export function TipsCard() {
  return (
    <Card as="section" aria-labelledby="tips" className="p-4 sm:p-6">
      <h2 id="tips" className="mb-4 text-xl">
        Tips for a Great Ad
      </h2>
      <ul className="checked grid gap-3">
        {tips.map(([tip, why]) => (
          <li key={tip}>
            <span>
              <strong className="block font-semibold">{tip}</strong>
              <span className="text-muted text-sm">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
