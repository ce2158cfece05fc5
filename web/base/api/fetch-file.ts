import { fetchApi, parseResponse, withStepUp } from './api.ts';

/** A file of the API, after the user has verified where it asks for that. @throws {ApiError} when its status is an error */
export const fetchFile = (path: string): Promise<Blob> =>
  withStepUp(async () => {
    const response = await fetchApi(path, {});
    if (!response.ok) await parseResponse(response);
    return response.blob();
  });
