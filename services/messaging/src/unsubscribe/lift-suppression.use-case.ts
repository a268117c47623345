import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import { liftSuppression } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';

/**
 * Lifts the suppression by a bounce or a complaint: campaigns reach the address again, until the provider reports another one. Throws
 * `not_found` where there is none.
 */
@Injectable()
export class LiftSuppression {
  constructor(
    private readonly transactor: Transactor,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(liftSuppression)
  async execute({ email, reason, by }: RpcInput<typeof liftSuppression>): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.suppressed.lift(tx, emailKey(email), reason))) {
        throw new DomainError('not_found', {
          message: 'Campaigns already email this address again. Reload the page to see its status.',
        });
      }
      await this.recordAdminAction.execute(tx, by, 'lift_suppression', { email, reason });
    });
  }
}
