import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { correctMember } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { decideCorrection } from '@lectern/service-kit/edit/decide-correction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { UserRepository } from '../user/user.repository.ts';

const LABELS = { firstName: 'first name', lastName: 'last name', division: 'division' } as const;

/**
 * Corrects the names and the division of an account for an administrator, and records the old and the new values. The other services
 * follow the account, as after a change of its holder's own. An account that is as wanted already stays as it is, unrecorded.
 */
@Injectable()
export class CorrectMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(correctMember)
  async execute({
    userId,
    seen,
    by,
    ...wanted
  }: RpcInput<typeof correctMember>): Promise<RpcOutput<typeof correctMember>> {
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, userId);
      if (user === null) throw new DomainError('not_found');
      const changes = decideCorrection({ current: user, seen, wanted, labels: LABELS, page: 'People' });
      if (changes.length > 0) {
        Object.assign(user, Object.fromEntries(changes.map(({ field, to }) => [field, to])));
        user.hasChosenDivision ||= changes.some(({ field }) => field === 'division');
        user.version += 1;
        await this.users.save(tx, user, { isCorrectedByStaff: true });
        await this.actions.add(tx, {
          adminId: by.adminId,
          action: 'correct_member',
          details: { email: user.email, userId, changes },
          origin: by.origin,
          at: this.clock.now(),
        });
      }
      return { name: `${user.firstName} ${user.lastName}`, changed: changes.map(({ field }) => field) };
    });
  }
}
