import { Controller } from '@nestjs/common';
import type { TournamentRegistration as TournamentRegistrationAnswer } from '@lectern/contracts/registrations/model';
import { listTournamentRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListTournamentRegistrations } from './list-tournament-registrations.query.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';

const present = (registration: TournamentRegistration): TournamentRegistrationAnswer => ({
  id: registration.id,
  eventId: registration.eventId,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  phone: registration.phone,
  division: registration.division,
  experienceLevel: registration.experienceLevel,
  specialRequests: registration.specialRequests,
  paymentStatus: registration.paymentStatus,
  paymentAmount: registration.paymentAmount,
  registeredAt: registration.registeredAt.toISOString(),
});

@Controller()
export class TournamentRegistrationRpc {
  constructor(private readonly listRegistrations: ListTournamentRegistrations) {}

  @HandlesRpc(listTournamentRegistrations)
  async list(query: RpcInput<typeof listTournamentRegistrations>): Promise<RpcOutput<typeof listTournamentRegistrations>> {
    const page = await this.listRegistrations.execute(query);
    return { ...page, items: page.items.map(present) };
  }
}
