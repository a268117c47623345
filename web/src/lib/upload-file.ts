import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { toApiError } from './api-client.ts';
import { NetworkError } from './api-error.ts';
import { newTraceparent } from './traceparent.ts';

export interface UploadInput {
  file: Blob;
  type: string;
  token: string;
  signal?: AbortSignal;
  /** Called with the number of bytes sent so far, each time that more are. */
  onSent?: (bytes: number) => void;
}

/**
 * As `call`, for a route that takes a file of one kind. `type` is its media type. `fetch` cannot say how much it has sent. An aborted upload throws the reason of its
 * signal.
 */
export const uploadFile = <C extends RouteContract>(
  { method, path }: C,
  { file, type, token, signal, onSent = () => undefined }: UploadInput,
): Promise<RouteResponse<C>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('traceparent', newTraceparent());
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => reject(new NetworkError('The connection failed'));
    request.onabort = () => reject(signal?.reason as Error);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const { status, statusText, responseText } = request;
      const headers: HeadersInit = retryAfter === null ? {} : { 'retry-after': retryAfter };
      if (status >= 400) {
        reject(toApiError(new Response(null, { status, statusText, headers }), responseText));
        return;
      }
      try {
        resolve(JSON.parse(responseText) as RouteResponse<C>);
      } catch (error) {
        reject(new NetworkError('The answer is not JSON', { cause: error }));
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
