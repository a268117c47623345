import { Controller } from '@nestjs/common';
import type { TournamentRegistration as TournamentRegistrationAnswer } from '@lectern/contracts/registrations/model';
import {
  checkEntryCorrection,
  correctEntryEmail,
  deleteTournamentRegistration,
  enterTournament,
  exportTournamentRegistrations,
  listTournamentRegistrations,
  priceTournamentEntry,
  recallTournamentEntry,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CorrectEntryEmail } from './correct-entry-email.use-case.ts';
import { DeleteTournamentRegistration } from './delete-tournament-registration.use-case.ts';
import { EnterTournament } from './enter-tournament.use-case.ts';
import { ExportTournamentRegistrations } from './export-tournament-registrations.query.ts';
import { ListTournamentRegistrations } from './list-tournament-registrations.query.ts';
import { PriceTournamentEntry } from './price-tournament-entry.query.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';

const toAnswer = (
  registration: TournamentRegistration,
  positions: ReadonlyMap<string, number>,
): TournamentRegistrationAnswer => ({
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
  position: positions.get(registration.id) ?? null,
  isReleased: registration.paymentStatus === 'pending' && registration.releasedAt !== null,
  paymentAmount: registration.paymentAmount,
  registeredAt: registration.registeredAt.toISOString(),
});

@Controller()
export class TournamentRegistrationRpc {
  constructor(
    private readonly listRegistrations: ListTournamentRegistrations,
    private readonly priceEntry: PriceTournamentEntry,
    private readonly enterTournament: EnterTournament,
    private readonly correctEmail: CorrectEntryEmail,
    private readonly deleteRegistration: DeleteTournamentRegistration,
    private readonly exportRegistrations: ExportTournamentRegistrations,
  ) {}

  @HandlesRpc(listTournamentRegistrations)
  async list(
    query: RpcInput<typeof listTournamentRegistrations>,
  ): Promise<RpcOutput<typeof listTournamentRegistrations>> {
    const { page, positions } = await this.listRegistrations.execute(query);
    return { ...page, items: page.items.map((registration) => toAnswer(registration, positions)) };
  }

  @HandlesRpc(priceTournamentEntry)
  async price(entrant: RpcInput<typeof priceTournamentEntry>): Promise<RpcOutput<typeof priceTournamentEntry>> {
    return this.priceEntry.execute(entrant);
  }

  @HandlesRpc(enterTournament)
  async enter(form: RpcInput<typeof enterTournament>): Promise<RpcOutput<typeof enterTournament>> {
    return this.enterTournament.execute(form);
  }

  @HandlesRpc(recallTournamentEntry)
  async recall(named: RpcInput<typeof recallTournamentEntry>): Promise<RpcOutput<typeof recallTournamentEntry>> {
    return this.enterTournament.recall(named);
  }

  @HandlesRpc(checkEntryCorrection)
  async checkCorrection(input: RpcInput<typeof checkEntryCorrection>): Promise<RpcOutput<typeof checkEntryCorrection>> {
    return this.correctEmail.check(input);
  }

  @HandlesRpc(correctEntryEmail)
  async correct(input: RpcInput<typeof correctEntryEmail>): Promise<RpcOutput<typeof correctEntryEmail>> {
    return this.correctEmail.execute(input);
  }

  @HandlesRpc(deleteTournamentRegistration)
  async delete(
    input: RpcInput<typeof deleteTournamentRegistration>,
  ): Promise<RpcOutput<typeof deleteTournamentRegistration>> {
    return this.deleteRegistration.execute(input);
  }

  @HandlesRpc(exportTournamentRegistrations)
  async export(
    request: RpcInput<typeof exportTournamentRegistrations>,
  ): Promise<RpcOutput<typeof exportTournamentRegistrations>> {
    return this.exportRegistrations.execute(request);
  }
}
