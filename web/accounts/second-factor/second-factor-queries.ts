import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SecondFactorState } from '#contract/admin/second-factor.ts';
import type { ApiError } from '#web/base/api/api.ts';

/** The API path of the user's second factors. */
export const SECOND_FACTOR_PATH = '/api/user/second-factor';

const secondFactorQuery = queryOptions<SecondFactorState, ApiError>({ queryKey: [SECOND_FACTOR_PATH] });

/** The second factors of the user, and what the administration asks for first. */
export const useSecondFactors = () => useQuery(secondFactorQuery);
