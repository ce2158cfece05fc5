import { useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { UrlInput } from '#web/base/ui/form/url-input.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { toSocialProfileUrl } from './social-profile-url.ts';

const PLATFORMS = Object.keys(SOCIAL_PLATFORMS) as SocialPlatform[];

/** Links to the business's profiles, in the order of the platforms. */
export default function SocialFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'socialMedia');
  const [added, setAdded] = useState<SocialPlatform>();
  const add = useRef<HTMLSelectElement>(null);
  const urls = field.value ?? {};
  const [shown, others] = [
    PLATFORMS.filter((platform) => urls[platform] !== undefined),
    PLATFORMS.filter((platform) => urls[platform] === undefined),
  ];
  const remove = (platform: SocialPlatform) => {
    const { [platform]: _, ...rest } = urls;
    field.onChange(rest);
    add.current?.focus();
  };
  return (
    <fieldset ref={field.ref} className="grid gap-4">
      <legend className="sr-only">{t('Social links')}</legend>
      <p className="text-muted text-sm">
        {t('The address of your profile. For most networks your username is enough, such as @harborbakery.')}
      </p>
      {shown.map((platform) => {
        const name = SOCIAL_PLATFORMS[platform];
        return (
          <Field key={platform} label={name} error={field.errorAt(platform)}>
            {(control) => (
              <div className="flex gap-1">
                <UrlInput
                  {...control}
                  required={false}
                  autoComplete="off"
                  // A platform just added gets the focus.
                  ref={(input) => {
                    if (platform === added) input?.focus();
                  }}
                  value={urls[platform]}
                  normalize={(typed) => toSocialProfileUrl(platform, typed)}
                  onChange={(url) => {
                    setAdded(undefined);
                    field.onChange({ ...urls, [platform]: url });
                  }}
                  onBlur={field.onBlur}
                />
                <button
                  type="button"
                  aria-label={t('Remove {name}', { name })}
                  onClick={() => remove(platform)}
                  className="-mr-2 grid min-h-12 w-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
                >
                  <Icon name="x" className="size-5" />
                </button>
              </div>
            )}
          </Field>
        );
      })}
      {others.length > 0 && (
        <Select
          ref={add}
          aria-label={t('Add a social link')}
          value=""
          onChange={({ target }) => {
            const platform = target.value as SocialPlatform;
            setAdded(platform);
            field.onChange({ ...urls, [platform]: '' });
          }}
        >
          <option value="">{t('Add a link…')}</option>
          {others.map((platform) => (
            <option key={platform} value={platform}>
              {SOCIAL_PLATFORMS[platform]}
            </option>
          ))}
        </Select>
      )}
    </fieldset>
  );
}
