import { t } from '#contract/i18n/t.ts';
import type { PostedListing } from '#contract/owner-listings.ts';
import { ApiError, fetchApi, parseResponse } from '#web/base/api/api.ts';

/**
 * Creates the listing of a payment by a multipart form (docs/product.md, Payments). One payment creates one listing, however often
 * this is called.
 * @param fields the stored form of the listing
 * @throws {ApiError} without a message when the site cannot be reached
 */
export async function postPaidListing(intentId: string, fields: object): Promise<PostedListing> {
  try {
    const response = await fetchApi('/api/ads', {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json' },
      body: toFormData(intentId, fields),
    });
    return (await parseResponse(response)) as PostedListing;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) throw new ApiError(0, '');
    throw new ApiError(error.status, error.message || t('Failed to create premium listing'));
  }
}

function toFormData(intentId: string, fields: object): FormData {
  const form = new FormData();
  form.append('paymentIntent', intentId);
  form.append('isPremium', 'true');
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'socialMedia') appendSocialProfiles(form, value);
    else if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value));
  }
  return form;
}

function appendSocialProfiles(form: FormData, profiles: unknown) {
  for (const [platform, address] of Object.entries(profiles ?? {})) {
    if (typeof address === 'string' && address !== '') form.append(`socialMedia.${platform}`, address);
  }
}
