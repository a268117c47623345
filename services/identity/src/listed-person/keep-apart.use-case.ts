import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Duplicates } from '@lectern/contracts/identity/listed-person';
import { findDuplicates, keepApart } from '@lectern/contracts/identity/listed-person-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LISTING, ListedPersonRepository } from './listed-person.repository.ts';
import { TwinRepository } from './twin.repository.ts';

/** Finds people who may be the same, and notes which ones staff keep apart. */
@Injectable()
export class KeepApart {
  constructor(
    private readonly transactor: Transactor,
    private readonly twins: TwinRepository,
    private readonly people: ListedPersonRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(findDuplicates)
  async find({ email }: RpcInput<typeof findDuplicates>): Promise<Duplicates> {
    const [possible, distinct] = await Promise.all([
      this.twins.of(keyOf(email)),
      this.twins.distinctFrom(keyOf(email)),
    ]);
    return { possible, distinct };
  }

  @Handles(keepApart)
  async execute({ email, otherEmail, isDistinct, by }: RpcInput<typeof keepApart>): Promise<void> {
    const emailKeys = [keyOf(email), keyOf(otherEmail)];
    if (emailKeys[0] === emailKeys[1])
      throw new DomainError('invalid_request', {
        fields: { otherEmail: 'Choose the email address of another person' },
      });
    await this.transactor.run(async (tx) => {
      // Rows of the list are made and judged by one transaction at a time.
      await lockKey(tx, LISTING);
      const keys = await this.twins.personKeys(tx, emailKeys);
      const [one, other] = emailKeys.map((emailKey) => keys.get(emailKey));
      if (one === undefined || other === undefined) throw new DomainError('person_unknown');
      const at = this.clock.now();
      if (!(await this.twins.say(tx, [one, other], isDistinct, at))) return;
      await this.people.remake(tx, emailKeys);
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: isDistinct ? 'keep_people_apart' : 'stop_keeping_people_apart',
        details: { email, otherEmail },
        origin: by.origin,
        at,
      });
    });
  }
}
