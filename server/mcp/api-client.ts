import { inject } from 'light-my-request';
import type { Api } from '#server/platform/http/api.ts';
import { REQUEST_ID_HEADER } from '#server/platform/http/request-id.ts';

/** Who called a tool: what the API counts and permits is theirs. */
export interface Caller {
  /** The address of the client, whose rate limits count. */
  address: string;
  /** `Authorization` as it was sent; undefined without one. */
  authorization: string | undefined;
  requestId: string;
}

/** A request of the API other than a read that anybody may send. */
interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT';
  /** Whether the API key of the caller is passed on. */
  withKey?: boolean;
  body?: object;
}

/** Sends a request to the API, and returns its JSON. @throws {ApiRefusal} */
export type CallApi = <Body>(path: string, request?: ApiRequest) => Promise<Body>;

/** An answer of the API that is an error, in its own words. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly issues: { path: string; message: string }[];
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    { message = 'The site cannot answer.', issues = [] }: { message?: string; issues?: ApiRefusal['issues'] },
    retryAfter?: number,
  ) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/**
 * How tools use the API: by the routes that everybody uses, in-process, as the pages do. So permissions, limits and validation exist once. No
 * cookie is passed on.
 */
export const createApiClient =
  (http: Api, caller: Caller): CallApi =>
  async <Body>(path: string, { method = 'GET', withKey = false, body }: ApiRequest = {}) => {
    const send = (url: string) =>
      inject(http.routing, {
        method,
        url,
        remoteAddress: caller.address,
        headers: {
          [REQUEST_ID_HEADER]: caller.requestId,
          ...(withKey && caller.authorization !== undefined && { authorization: caller.authorization }),
        },
        ...(body && { payload: body }),
      });
    const first = await send(path);
    const moved = first.statusCode === 301 ? first.headers.location : undefined;
    const { statusCode, headers, payload } = moved?.startsWith('/api/') ? await send(moved) : first;
    const answer = payload === '' ? {} : JSON.parse(payload);
    if (statusCode >= 300) throw new ApiRefusal(statusCode, answer, Number(headers['retry-after']) || undefined);
    return answer as Body;
  };
