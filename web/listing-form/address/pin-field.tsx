import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { NO_STREET_TEXT, useLikelyPoint } from './likely-point.ts';
import { useZipArea } from './zip-area.ts';

/**
 * The pin of a listing, which its owner may set on a map by dragging, by a click or by keys. Without it the address decides. The
 * map is loaded when it is opened, at the address where we know it, else in the middle of the ZIP code.
 */
export default function PinField({ form }: { form: SchemaForm<ListingForm> }) {
  const pin = useWatch({ control: form.control, name: 'pin' });
  const { area } = useZipArea(form);
  const likely = useLikelyPoint(form);
  const start = likely?.point ?? area?.point;
  const error = getFieldError(form, 'pin');
  const setPin = (next: ListingForm['pin']) =>
    form.setValue('pin', next, { shouldDirty: true, shouldValidate: error !== undefined });
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'pin-error' : undefined}>
      <legend className="sr-only">{t('Map pin')}</legend>
      {pin ? (
        <>
          <p id="pin-keys" className="text-muted text-sm">
            {t('Drag the pin, click the map, or use the arrow keys on the pin. Hold Shift to move it farther.')}
          </p>
          <LazyPointMap point={pin} label={t('Map of your pin')} onMove={setPin} />
          <p role="status" className="text-sm tabular-nums">
            {t('The pin is at {lat}, {lng}.', { lat: pin.lat.toFixed(5), lng: pin.lng.toFixed(5) })}
          </p>
          <Button variant="secondary" size="sm" className="w-fit" onClick={() => setPin(null)}>
            {t('Remove the pin')}
          </Button>
        </>
      ) : (
        <>
          <p className="text-muted text-sm">
            {likely?.hasStreet === false
              ? NO_STREET_TEXT
              : t('We find the spot by your address. Set a pin if customers would miss it.')}
            {!area && ` ${t('Enter your ZIP code first.')}`}
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="w-fit"
            disabled={!area}
            onClick={() => start && setPin(start)}
          >
            <Icon name="map-pin" />
            {t('Set a pin')}
          </Button>
        </>
      )}
      <FieldMessage id="pin-error" error={error} />
    </fieldset>
  );
}
