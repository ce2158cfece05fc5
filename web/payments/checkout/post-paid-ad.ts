import type { Posted } from '#contract/own-listings.ts';
import { ApiError, ask, bodyOf } from '#web/app/api.ts';

/**
 * Has the listing made that was paid for, as a form (specification, section 7). However often: one payment makes one.
 * @param fields the form of the listing, as it was kept
 * @throws {ApiError} without words when the site was not reached
 */
export async function postPaidAd(intentId: string, fields: object): Promise<Posted> {
  try {
    const response = await ask('/api/ads', {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json' },
      body: formOf(intentId, fields),
    });
    return (await bodyOf(response)) as Posted;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) throw new ApiError(0, '');
    throw new ApiError(error.status, error.message || 'Failed to create premium listing');
  }
}

function formOf(intentId: string, fields: object): FormData {
  const form = new FormData();
  form.append('paymentIntent', intentId);
  form.append('isPremium', 'true');
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'socialMedia') appendProfiles(form, value);
    else if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value));
  }
  return form;
}

function appendProfiles(form: FormData, profiles: unknown) {
  for (const [platform, address] of Object.entries(profiles ?? {})) {
    if (typeof address === 'string' && address !== '') form.append(`socialMedia.${platform}`, address);
  }
}
