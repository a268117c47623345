import { Injectable } from '@nestjs/common';
import { setUpEvents } from '@lectern/contracts/registrations/setup-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import { Clock } from '@lectern/service-kit/time/clock';
import { addSampleEvents, removeSampleEvents } from './sample-events.ts';

/** The setup's choice of sample events. Without a removal there is nothing to bring back: an installation may have been migrated without them. */
@Injectable()
export class SetUpEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  @Handles(setUpEvents)
  async execute({ startWith }: RpcInput<typeof setUpEvents>): Promise<void> {
    await this.transactor.run(async ({ manager }) => {
      if (startWith === 'empty') return removeSampleEvents(manager, this.clock.now());
      const { affected } = await manager.delete(SampleRemoval, { id: true });
      if (affected === 1) await addSampleEvents(manager);
    });
  }
}
