import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { Icon } from '../../ui/icon.tsx';

/**
 * What the form says after it was sent.
 * @param alreadyPosted whether it was posted, then changed and sent again
 * @param similar a listing that the business has already
 */
export default function PostedNotices({
  alreadyPosted,
  similar,
}: {
  alreadyPosted: boolean;
  similar: Pick<OwnerListing, 'id' | 'title'> | undefined;
}) {
  return (
    <>
      {alreadyPosted && (
        <p role="alert" className="flex items-start gap-2 rounded-field bg-danger-wash px-3.5 py-3">
          <Icon name="circle-alert" className="mt-1 size-4 shrink-0 text-danger" />
          <span>
            You already posted this form, then changed it. The posted listing is in{' '}
            <a href="/account" className="link">
              {t('your account')}
            </a>
            , where you can edit it. To post this version as a new listing, submit the form again.
          </span>
        </p>
      )}
      {similar && (
        <p role="alert" className="flex items-start gap-2 rounded-field bg-pacific-wash px-3.5 py-3">
          <Icon name="info" className="mt-1 size-4 shrink-0 text-pacific" />
          <span>
            You already have a listing for this business: <bdi className="typed">{similar.title}</bdi>.{' '}
            <a href={`/account/ads/${similar.id}/edit`} className="link">
              {t('Edit it instead')}
            </a>
            , or send this form again to post another one.
          </span>
        </p>
      )}
    </>
  );
}
