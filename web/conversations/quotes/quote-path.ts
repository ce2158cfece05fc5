/** The path of a quote request in the API. */
export const toQuotePath = (id: string | number) => `/api/quotes/${encodeURIComponent(id)}`;
