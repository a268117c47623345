import { Controller } from '@nestjs/common';
import { releasePlace, reserveBootcampPlace, takeOfferedPlace } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReleaseBootcampPlace } from './release-bootcamp-place.use-case.ts';
import { ReserveBootcampPlace } from './reserve-bootcamp-place.use-case.ts';
import { TakeOfferedPlace } from './take-offered-place.use-case.ts';

@Controller()
export class BootcampRegistrationRpc {
  constructor(
    private readonly reservePlace: ReserveBootcampPlace,
    private readonly releasePlace: ReleaseBootcampPlace,
    private readonly takePlace: TakeOfferedPlace,
  ) {}

  @HandlesRpc(reserveBootcampPlace)
  async reserve(form: RpcInput<typeof reserveBootcampPlace>): Promise<RpcOutput<typeof reserveBootcampPlace>> {
    return this.reservePlace.execute(form);
  }

  @HandlesRpc(releasePlace)
  async release({ registrationId }: RpcInput<typeof releasePlace>): Promise<RpcOutput<typeof releasePlace>> {
    await this.releasePlace.execute(registrationId);
    return {};
  }

  @HandlesRpc(takeOfferedPlace)
  async take(link: RpcInput<typeof takeOfferedPlace>): Promise<RpcOutput<typeof takeOfferedPlace>> {
    return this.takePlace.execute(link);
  }
}
