import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';

/** The switch between the free and the premium plan, with what the latter costs. */
export function PremiumSwitch({
  form,
  planParam,
  onChange,
}: {
  form: SchemaForm<ListingForm>;
  /** Whether the page's URL names the premium plan; undefined where it names none. */
  planParam: boolean | undefined;
  onChange: () => void;
}) {
  const monthly = usePlans().find('monthly');
  const serviceAreaOnly = useWatch({ control: form.control, name: 'serviceAreaOnly' });
  const offer = monthly
    ? t(
        'Get featured placement, your logo and photos, a website link, a map pin and analytics for {price} a month, or less for longer terms. Nothing renews unless you check the box at checkout.',
        { price: formatDollars(monthly.priceCents) },
      )
    : t(
        'Get featured placement, your logo and photos, a website link, a map pin and analytics. Nothing renews unless you check the box at checkout.',
      );
  return (
    <Switch
      label={t('Premium Listing')}
      hint={
        serviceAreaOnly
          ? `${offer} ${t('Without a street, you get a map of your ZIP code instead of the pin.')}`
          : offer
      }
      className="rounded-card border p-4"
      // For the server's HTML: a registered field gets its value only by script.
      defaultChecked={planParam}
      {...form.register('premium', { onChange })}
    />
  );
}
