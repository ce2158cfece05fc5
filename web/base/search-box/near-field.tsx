import { type ComponentProps, useState } from 'react';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { isPoint } from './point.ts';

/** A text field for a place, which links name by its slug: 'los-angeles'. A point is sent as a hidden field, and displayed as 'Pinned location' until the text is edited. */
export function NearField({ label, near, ...rest }: ComponentProps<'input'> & { label: string; near: string }) {
  const [point, setPoint] = useState(isPoint(near) ? near : '');
  return (
    <>
      <label>
        <span>{label}</span>
        <input
          name={point ? undefined : 'near'}
          defaultValue={point ? t('Pinned location') : SLUG.test(near) ? slugToName(near) : near}
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

// Shorter ones may be abbreviations: 'lax'.
const SLUG = /^(?:[a-z]{5,}|[a-z]+(?:-[a-z]+)+)$/;
