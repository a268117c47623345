import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';

/** Files that may be waiting for their turn in a process; each takes some seconds. */
const WAITING_MAX = 4;
const RETRY_AFTER_SECONDS = 10;

/** Reads one uploaded picture or PDF at a time, so that uploads leave processor and memory to other requests. */
@Injectable()
export class UploadTurns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** Throws `service_unavailable` where too many files wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= WAITING_MAX)
      throw new DomainError('service_unavailable', {
        message: 'Several files are being processed. Nothing was stored. Please upload yours again in a moment.',
        retryAfter: RETRY_AFTER_SECONDS,
      });
    this.waiting += 1;
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined).finally(() => (this.waiting -= 1));
    return turn;
  }
}
