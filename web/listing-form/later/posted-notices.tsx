import type { OwnerListing } from '#contract/owner-listings.ts';
import { rich } from '../../i18n/rich.ts';
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
            {rich(
              'You already posted this form, then changed it. The posted listing is in <link>your account</link>, where you can edit it. To post this version as a new listing, submit the form again.',
              {
                link: (text) => (
                  <a href="/account" className="link">
                    {text}
                  </a>
                ),
              },
            )}
          </span>
        </p>
      )}
      {similar && (
        <p role="alert" className="flex items-start gap-2 rounded-field bg-pacific-wash px-3.5 py-3">
          <Icon name="info" className="mt-1 size-4 shrink-0 text-pacific" />
          <span>
            {rich(
              'You already have a listing for this business: {title}. <link>Edit it instead</link>, or send this form again to post another one.',
              {
                title: <bdi className="typed">{similar.title}</bdi>,
                link: (text) => (
                  <a href={`/account/ads/${similar.id}/edit`} className="link">
                    {text}
                  </a>
                ),
              },
            )}
          </span>
        </p>
      )}
    </>
  );
}
