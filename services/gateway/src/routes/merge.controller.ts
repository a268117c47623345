import { Controller, Inject } from '@nestjs/common';
import { previewMerge as previewInBilling } from '@lectern/contracts/billing/merge-rpc';
import { DomainError } from '@lectern/contracts/errors';
import * as identity from '@lectern/contracts/identity/merge-rpc';
import type { Actor } from '@lectern/contracts/identity/model';
import { previewMerge as previewInMessaging } from '@lectern/contracts/messaging/merge-rpc';
import { previewMerge as previewInRegistrations } from '@lectern/contracts/registrations/merge-rpc';
import * as http from '@lectern/contracts/system/merge-http';
import type { PersonPart } from '@lectern/contracts/system/people-http';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { PART_OF, PART_WORDS } from './person-parts.ts';

/** The merge of two people: what it would move in each service, and how far it is. */
@Controller()
export class MergeController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.previewMerge)
  async preview(call: Call<typeof http.previewMerge>) {
    return this.previewed(call.query, actingIn(call));
  }

  /** Each service checks its own part before identity begins, and again nothing is lost if one of them changed meanwhile. */
  @Serves(http.mergePeople)
  async merge(call: Call<typeof http.mergePeople>) {
    const by = actingIn(call);
    if (!(await this.isKnown(call.body.id, by))) {
      const { parts } = await this.previewed(call.body, by);
      const problems = parts.flatMap((part) => part.problems);
      if (problems.length > 0) throw new DomainError('merge_refused', { message: problems.join(' ') });
    }
    await this.rpc.call(identity.mergePeople, { ...call.body, by });
    return { message: 'The people are being merged. Payments, registrations and emails follow within seconds.' };
  }

  @Serves(http.getMerge)
  async progress(call: Call<typeof http.getMerge>) {
    const { mergedAt, waitingFor } = await this.rpc.call(identity.getMerge, { ...call.params, by: actingIn(call) });
    return { mergedAt, waitingFor: waitingFor.flatMap((service) => PART_OF.get(service) ?? []) };
  }

  private async previewed({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }, by: Actor) {
    const { from, into, userId, ...account } = await this.rpc.call(identity.previewMerge, { oldEmail, newEmail, by });
    const merged = { oldEmail, newEmail, userId, by };
    const others = await Promise.all([
      this.answered('payments', this.rpc.call(previewInBilling, merged)),
      this.answered('registrations', this.rpc.call(previewInRegistrations, merged)),
      this.answered('mail', this.rpc.call(previewInMessaging, merged)),
    ]);
    const parts = [{ part: 'account' as const, ...account }, ...others];
    const isEmpty = parts.every(({ moves, problems }) => moves.length === 0 && problems.length === 0);
    if (isEmpty && from.account === 'none') throw new DomainError('person_unknown');
    return { from, into, parts };
  }

  private async isKnown(id: string, by: Actor): Promise<boolean> {
    try {
      await this.rpc.call(identity.getMerge, { id, by });
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return false;
      throw error;
    }
  }

  /** Without a part nobody would know what a merge does. */
  private async answered<P extends PersonPart, T>(part: P, asked: Promise<T>): Promise<T & { part: P }> {
    try {
      return { ...(await asked), part };
    } catch (error) {
      this.logger.warn({ err: error, part }, 'A merge could not be previewed, because a part did not answer');
      throw new DomainError('service_unavailable', {
        message: `Nothing was merged, because we cannot load ${PART_WORDS[part]} right now. Please try again in a moment.`,
      });
    }
  }
}
