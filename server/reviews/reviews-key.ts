/** The surrogate key of what shows the reviews of a listing. */
export const reviewsKey = (listingId: number) => `reviews:${listingId}`;
