/** What Zoom answered, or that it did not answer. Names no secret, so it may be logged. */
export class ZoomError extends Error {
  override readonly name = 'ZoomError';

  constructor(
    message: string,
    /** Of HTTP; null where there was no answer. */
    readonly status: number | null,
    /** Zoom's own, where it gave one. */
    readonly code: number | null = null,
    /** Whether asking again later may help. */
    readonly isTransient: boolean = status === null || status === 429 || status >= 500,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
