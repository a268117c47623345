import { Controller } from '@nestjs/common';
import {
  deleteBootcampRegistration,
  exportBootcampRegistrations,
  listBootcampRegistrations,
} from '@lectern/contracts/registrations/admin-rpc';
import { priceBootcampSeat, releasePlace, reserveBootcampSeat } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DeleteBootcampRegistration } from './delete-bootcamp-registration.use-case.ts';
import { ExportBootcampRegistrations } from './export-bootcamp-registrations.query.ts';
import { ListBootcampRegistrations } from './list-bootcamp-registrations.query.ts';
import { PriceBootcampSeat } from './price-bootcamp-seat.query.ts';
import { ReleaseBootcampSeat } from './release-bootcamp-seat.use-case.ts';
import { ReserveBootcampSeat } from './reserve-bootcamp-seat.use-case.ts';

@Controller()
export class BootcampRegistrationRpc {
  constructor(
    private readonly priceSeat: PriceBootcampSeat,
    private readonly reserveSeat: ReserveBootcampSeat,
    private readonly releasePlace: ReleaseBootcampSeat,
    private readonly listRegistrations: ListBootcampRegistrations,
    private readonly exportRegistrations: ExportBootcampRegistrations,
    private readonly deleteRegistration: DeleteBootcampRegistration,
  ) {}

  @HandlesRpc(priceBootcampSeat)
  async price(person: RpcInput<typeof priceBootcampSeat>): Promise<RpcOutput<typeof priceBootcampSeat>> {
    return this.priceSeat.execute(person);
  }

  @HandlesRpc(reserveBootcampSeat)
  async reserve(form: RpcInput<typeof reserveBootcampSeat>): Promise<RpcOutput<typeof reserveBootcampSeat>> {
    return this.reserveSeat.execute(form);
  }

  @HandlesRpc(releasePlace)
  async release({ registrationId }: RpcInput<typeof releasePlace>): Promise<RpcOutput<typeof releasePlace>> {
    await this.releasePlace.execute(registrationId);
    return {};
  }

  @HandlesRpc(listBootcampRegistrations)
  async list(query: RpcInput<typeof listBootcampRegistrations>): Promise<RpcOutput<typeof listBootcampRegistrations>> {
    return this.listRegistrations.execute(query);
  }

  @HandlesRpc(exportBootcampRegistrations)
  async export(
    request: RpcInput<typeof exportBootcampRegistrations>,
  ): Promise<RpcOutput<typeof exportBootcampRegistrations>> {
    return this.exportRegistrations.execute(request);
  }

  @HandlesRpc(deleteBootcampRegistration)
  async delete(
    input: RpcInput<typeof deleteBootcampRegistration>,
  ): Promise<RpcOutput<typeof deleteBootcampRegistration>> {
    return this.deleteRegistration.execute(input);
  }
}
