import { useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_PHOTOS } from '#contract/listing-fields/listing-field-schemas.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import type { SectionProps } from '#web/listing-form/sections/section-props.ts';
import { PictureUploader } from './picture-uploader.tsx';

/**
 * The logo and up to three images of a listing, uploaded as soon as they are chosen.
 * @param pictures the result of `usePictures` for the form
 * @param paid whether the listing shows them
 */
export default function PictureFields({ form, pictures, paid, signedIn }: SectionProps) {
  const logo = useFormGroup(form, 'logo');
  const photos = useFormGroup(form, 'photos');
  const images = photos.value ?? [];
  const none = !logo.value && images.length === 0 && pictures.uploads.length === 0;
  useEffect(() => {
    // The browser would open a file dropped outside the drop zone, and leave the form.
    const preventOpen = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', preventOpen);
    window.addEventListener('drop', preventOpen);
    return () => {
      window.removeEventListener('dragover', preventOpen);
      window.removeEventListener('drop', preventOpen);
    };
  }, []);
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t('Logo and photos')}</legend>
      {!paid && (
        <p className="flex items-start gap-2 text-muted text-sm">
          <Icon name="info" className="mt-0.5 size-4 shrink-0" />
          {none
            ? t(
                'Premium listings show a logo and up to {max} photos. Add yours now, and we’ll show them when you upgrade.',
                { max: MAX_PHOTOS },
              )
            : t('Free listings don’t show photos. We’ll save yours and show them when you upgrade.')}
        </p>
      )}
      {signedIn ? (
        <p className="text-muted text-sm">
          {t(
            'JPEG, PNG, WebP or AVIF; large photos are made smaller first. The first one is the cover. Describe each photo for search engines and for people who can’t see it.',
          )}
        </p>
      ) : (
        <p>
          {rich('<link>Sign in</link> to add photos. We’ll save what you typed.', {
            link: (text) => (
              <a href="/auth?next=/post-ad" className="link">
                {text}
              </a>
            ),
          })}
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <div ref={logo.ref}>
          <PictureUploader
            field="logo"
            max={1}
            value={logo.value ? [logo.value] : []}
            onChange={([picture = null]) => logo.onChange(picture)}
            onBlur={logo.onBlur}
            errorAt={(_, part) => logo.errorAt(part)}
            pictures={pictures}
            signedIn={signedIn}
          />
        </div>
        <div ref={photos.ref} className="sm:col-span-2">
          <PictureUploader
            field="photos"
            max={MAX_PHOTOS}
            value={images}
            onChange={photos.onChange}
            onBlur={photos.onBlur}
            errorAt={(index, part) => photos.errorAt(part ? `${index}.${part}` : String(index))}
            pictures={pictures}
            signedIn={signedIn}
          />
        </div>
      </div>
    </fieldset>
  );
}
