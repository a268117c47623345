import type { FieldErrors } from '@lectern/contracts/errors';

interface ApiErrorDetails {
  readonly status: number;
  /** Whether the message is the server's sentence for a person, or only "status: text". */
  readonly spoken: boolean;
  readonly code?: string | undefined;
  readonly fields?: FieldErrors | undefined;
  readonly correlationId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** The server answered, and it was not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly spoken: boolean;
  readonly code: string | undefined;
  readonly fields: FieldErrors;
  readonly correlationId: string | undefined;
  /** Seconds to wait, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.spoken = details.spoken;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.correlationId = details.correlationId;
    this.retryAfter = details.retryAfter;
  }
}

/** No answer: the connection failed, or the answer could not be read. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Whether the message is a sentence for a person. */
  readonly spoken: boolean;

  constructor(message: string, { spoken = false, cause }: { spoken?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.spoken = spoken;
  }
}

/** A toast shows the server's message, or that there is no connection; where there is neither, the specified fallback (decisions, "Pages"). */
export const messageOr = (error: unknown, fallback: string): string =>
  (error instanceof ApiError || error instanceof NetworkError) && error.spoken ? error.message : fallback;

export const hasStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;
