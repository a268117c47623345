import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import * as z from 'zod/mini';
import { type ZoomEventReceipt, receiveZoomEvent } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { processZoomEvents } from '../jobs.ts';
import { encryptedToken, type SignedPost, verifyZoomPost } from './webhook-signature.ts';
import { zoomAccess } from './zoom-access.ts';
import { ZoomEventRepository } from './zoom-event.repository.ts';

const VALIDATION = 'endpoint.url_validation';

/** Text that Postgres can store. */
const text = z.string().check(z.regex(/^[^\0]{1,200}$/));
const zoomPost = z.object({
  event: text,
  payload: z.optional(
    z.object({
      // A token is signed and returned, so this pattern refuses any text that could be a payload: those contain colons and braces.
      plainToken: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
      object: z.optional(z.object({ uuid: z.optional(text) })),
    }),
  ),
});

/**
 * Receives a webhook delivery: verify, store, answer. A job does the work later, so Zoom never waits for it. Idempotent: a
 * stored event changes nothing. The validation request for the endpoint is answered immediately.
 */
@Injectable()
export class ReceiveZoomEvent {
  private readonly secrets: readonly [string, ...string[]] | undefined;

  constructor(
    @Inject(ContentConfig) config: ContentConfig,
    private readonly transactor: Transactor,
    private readonly events: ZoomEventRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {
    this.secrets = zoomAccess(config)?.webhookSecrets;
  }

  /**
   * @throws DomainError `signature_invalid` for a post that is tampered with, unsigned or more than 300 seconds off,
   *   `malformed_body` for one that is no event, `route_unknown` where recordings are off, `service_unavailable` where the event
   *   could not be stored, so that Zoom delivers it again
   */
  @Handles(receiveZoomEvent)
  async execute(post: SignedPost): Promise<ZoomEventReceipt> {
    if (this.secrets === undefined) throw new DomainError('route_unknown');
    verifyZoomPost(post, this.secrets, new Date());
    const { event, payload } = read(post.payload);
    if (event === VALIDATION) {
      if (payload?.plainToken === undefined) throw new DomainError('malformed_body');
      return { plainToken: payload.plainToken, encryptedToken: encryptedToken(payload.plainToken, this.secrets[0]) };
    }
    const meetingUuid = event.startsWith('recording.') ? (payload?.object?.uuid ?? null) : null;
    await this.store(createHash('sha256').update(post.payload).digest('hex'), event, meetingUuid).catch(
      (error: unknown) => {
        throw new DomainError('service_unavailable', { cause: error });
      },
    );
    return { received: true };
  }

  private async store(digest: string, type: string, meetingUuid: string | null): Promise<void> {
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      const isNew = await this.events.add(tx, {
        digest,
        type,
        meetingUuid,
        receivedAt: now,
        nextAttemptAt: now,
        attempts: 0,
        processedAt: meetingUuid === null ? now : null,
      });
      if (isNew && meetingUuid !== null) tx.afterCommit(() => this.jobs.wake(processZoomEvents, {}, { key: 'wake' }));
    });
  }
}

const read = (payload: string): z.output<typeof zoomPost> => {
  try {
    return zoomPost.parse(JSON.parse(payload));
  } catch (error) {
    throw new DomainError('malformed_body', { cause: error });
  }
};
