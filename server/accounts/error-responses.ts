import { apiErrorSchema } from '#contract/api.ts';

/** The error responses that all routes of accounts share. */
export const errorResponses = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  409: apiErrorSchema,
  429: apiErrorSchema,
};
