import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import type * as z from 'zod/mini';
import { ApiError, NetworkError } from './api-error.ts';
import { newTraceparent } from './traceparent.ts';
import { viewToken } from './view-token.ts';

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type ParamsOf<C> = C extends RouteContract<infer P> ? Input<P> : never;
type QueryOf<C> = C extends RouteContract<infer _P, infer Q> ? Input<Q> : never;
/** The body that a route takes, as a client sends it. */
export type BodyOf<C> = C extends RouteContract<infer _P, infer _Q, infer B> ? Input<B> : never;

/** A part that the contract declares must be given, unless everything in it is optional; what it does not declare must not. */
type Given<K extends string, T> = undefined extends T
  ? { [P in K]?: undefined }
  : Partial<T> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** The input of a call: exactly the parts that its contract declares. */
export type CallInput<C extends RouteContract> = Given<'params', ParamsOf<C>> &
  Given<'query', QueryOf<C>> &
  Given<'body', BodyOf<C>> & {
    token?: string | null;
    signal?: AbortSignal;
    /** Idempotency key of a write: repeating it takes effect once. One for each filled-in form; another after a success. */
    idempotencyKey?: string;
  };

interface LooseInput {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  /** JSON by default. */
  contentType?: string;
  token?: string | null;
  signal?: AbortSignal;
  idempotencyKey?: string;
  accept?: string;
}

export const buildPath = (path: string, { params = {}, query = {} }: LooseInput): string => {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** `{code, message, fields, correlationId}` becomes an error that says the message; anything else "status: text" (section 8). */
export const toApiError = (response: Response, text: string): ApiError => {
  const body = parseJson(text);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const shared = { status: response.status, ...(Number.isFinite(retryAfter) ? { retryAfter } : {}) };
  if (isRecord(body) && typeof body['message'] === 'string' && body['message'] !== '') {
    return new ApiError(body['message'], {
      ...shared,
      spoken: true,
      code: typeof body['code'] === 'string' ? body['code'] : undefined,
      fields: isRecord(body['fields']) ? (body['fields'] as Record<string, string>) : undefined,
      correlationId: typeof body['correlationId'] === 'string' ? body['correlationId'] : undefined,
    });
  }
  return new ApiError(`${response.status}: ${text === '' ? response.statusText : text}`, { ...shared, spoken: false });
};

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const send = async (method: string, path: string, input: LooseInput): Promise<Response> => {
  // The server refuses the token of a view. Public forms send none.
  if (method !== 'GET' && !path.startsWith('/api/admin/') && viewToken() !== null)
    throw new ApiError('You see this as a member, and can only read pages.', { status: 403, spoken: true });
  const headers: Record<string, string> = { accept: input.accept ?? 'application/json', traceparent: newTraceparent() };
  const { contentType = 'application/json' } = input;
  if (input.body !== undefined) headers['content-type'] = contentType;
  if (input.token != null) headers['authorization'] = `Bearer ${input.token}`;
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'include',
      ...(input.body === undefined
        ? {}
        : { body: contentType === 'application/json' ? JSON.stringify(input.body) : (input.body as string) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new NetworkError('The connection failed', { cause: error });
  }
};

const NO_NAME = 'download';

/** The name in a `content-disposition` header; the gateway writes plain names only. */
export const fileNameIn = (header: string | null): string => /filename="([\w.-]+)"/.exec(header ?? '')?.[1] ?? NO_NAME;

/** A file that a route answers, and the name under which to save it. */
export interface ReceivedFile {
  blob: Blob;
  fileName: string;
}

/** The options of {@link callForFile}. */
export interface FileInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  token?: string | null;
  signal?: AbortSignal;
  /** Called with the number of bytes received so far, each time that more arrive. */
  onReceived?: (bytes: number) => void;
}

const brokenOff = (error: unknown): never => {
  if (isAborted(error)) throw error;
  throw new NetworkError('The answer broke off', { cause: error });
};

const receive = async (response: Response, onReceived: (bytes: number) => void): Promise<Blob> => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onReceived(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
};

/** As {@link call}, for a route that answers a file. An interrupted transfer throws {@link NetworkError}; it never answers a part of a file. */
export const callForFile = async (
  contract: RouteContract,
  { onReceived = () => undefined, ...input }: FileInput,
): Promise<ReceivedFile> => {
  const response = await send(contract.method, buildPath(contract.path, input), { ...input, accept: '*/*' });
  if (!response.ok) throw toApiError(response, await response.text().catch(brokenOff));
  return {
    blob: await receive(response, onReceived).catch(brokenOff),
    fileName: fileNameIn(response.headers.get('content-disposition')),
  };
};

/**
 * Calls a route of the API. Answers what the contract's response schema describes (the gateway sends nothing else, so it is
 * not parsed again). Throws {@link ApiError} when the server refused, {@link NetworkError} when no readable answer came.
 * Shows nothing: the caller explains a failure to the person.
 */
export const call = async <C extends RouteContract>(contract: C, input: CallInput<C>): Promise<RouteResponse<C>> => {
  const response = await send(contract.method, buildPath(contract.path, input as LooseInput), {
    ...(input as LooseInput),
    ...(contract.takesFile?.[0] !== undefined && { contentType: contract.takesFile[0] }),
  });
  const text = await response.text().catch(brokenOff);
  if (!response.ok) throw toApiError(response, text);
  if (text === '') return undefined as RouteResponse<C>;
  const body = parseJson(text);
  if (body === undefined) throw new NetworkError('The answer is not JSON');
  return body as RouteResponse<C>;
};
