/** Zoom's error answer, or the lack of an answer. Contains no secret, so it may be logged. */
export class ZoomError extends Error {
  override readonly name = 'ZoomError';

  constructor(
    message: string,
    /** HTTP status; null where there was no answer. */
    readonly status: number | null,
    /** Zoom's error code, where it gave one. */
    readonly code: number | null = null,
    /** Whether a later try may help. */
    readonly isTransient: boolean = status === null || status === 429 || status >= 500,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
