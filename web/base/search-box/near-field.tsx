import { type ComponentProps, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { isPoint } from './point.ts';

/** A text field for a place. A point is sent as a hidden field, and displayed as 'Pinned location' until the text is edited. */
export function NearField({ label, near, ...rest }: ComponentProps<'input'> & { label: string; near: string }) {
  const [point, setPoint] = useState(isPoint(near) ? near : '');
  return (
    <>
      <label>
        <span>{label}</span>
        <input
          name={point ? undefined : 'near'}
          defaultValue={point ? t('Pinned location') : near}
          onInput={() => setPoint('')}
          maxLength={MAX_NEAR_LENGTH}
          placeholder={t('city or ZIP code')}
          autoComplete="off"
          enterKeyHint="search"
          {...rest}
        />
      </label>
      {point && <input type="hidden" name="near" value={point} />}
    </>
  );
}
