import { Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import type { EventContract } from '@lectern/contracts/event';
import type { ActingAdmin, PerformedAction } from '@lectern/contracts/identity/model';
import type { Transaction } from '../database/transaction.ts';
import { Clock } from '../time/clock.ts';

/**
 * Publishes an administrator's action in the transaction of its effect (decisions, "Administration"). Each service
 * extends it with its own event: identity accepts no other actions from it.
 */
@Injectable()
export abstract class AdminActions<A extends string> {
  protected abstract readonly event: EventContract<z.ZodMiniType<PerformedAction & { readonly action: A }>>;

  constructor(private readonly clock: Clock) {}

  async execute(tx: Transaction, by: ActingAdmin, action: A, details: Record<string, unknown>): Promise<void> {
    await tx.publish(this.event, { by, action, details, at: this.clock.now().toISOString() });
  }
}
