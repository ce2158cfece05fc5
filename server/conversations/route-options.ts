import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';

export const tags = ['Conversations'];
export const params = z.object({ id: idSchema });

/** The error responses of the routes of a conversation. */
export const errors = { 400: apiErrorSchema, 404: apiErrorSchema };

/** The error responses of routes that change a conversation. */
export const changeErrors = { ...errors, 403: apiErrorSchema, 409: apiErrorSchema, 429: apiErrorSchema };
