import { Controller } from '@nestjs/common';
import type { DebateClubRegistration as DebateClubRegistrationAnswer } from '@lectern/contracts/registrations/model';
import {
  createDebateClubRegistration,
  deleteDebateClubRegistration,
  ensureRegistrations,
  exportDebateClubRegistrations,
  listDebateClubEmails,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { DebateClubRegistration } from './debate-club-registration.entity.ts';
import { CreateDebateClubRegistration } from './create-debate-club-registration.use-case.ts';
import { DeleteDebateClubRegistration } from './delete-debate-club-registration.use-case.ts';
import { EnsureRegistrations } from './ensure-registrations.use-case.ts';
import { ExportDebateClubRegistrations } from './export-debate-club-registrations.query.ts';
import { ListDebateClubEmails } from './list-debate-club-emails.query.ts';
import { ListDebateClubRegistrations } from './list-debate-club-registrations.query.ts';

const toAnswer = (registration: DebateClubRegistration): DebateClubRegistrationAnswer => ({
  id: registration.id,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  phone: registration.phone,
  division: registration.division,
  billingCycle: registration.billingCycle,
  experienceLevel: registration.experienceLevel,
  goals: registration.goals,
  referralSource: registration.referralSource,
  referralCode: registration.referralCode,
  status: registration.status,
  billingStartDate: registration.billingStartDate?.toISOString() ?? null,
  stripeCustomerId: registration.stripeCustomerId,
  stripeSubscriptionId: registration.stripeSubscriptionId,
  registeredAt: registration.registeredAt.toISOString(),
});

@Controller()
export class DebateClubRegistrationRpc {
  constructor(
    private readonly listRegistrations: ListDebateClubRegistrations,
    private readonly ensureRegistrations: EnsureRegistrations,
    private readonly createRegistration: CreateDebateClubRegistration,
    private readonly deleteRegistration: DeleteDebateClubRegistration,
    private readonly listEmails: ListDebateClubEmails,
    private readonly exportRegistrations: ExportDebateClubRegistrations,
  ) {}

  @HandlesRpc(listDebateClubRegistrations)
  async list(
    query: RpcInput<typeof listDebateClubRegistrations>,
  ): Promise<RpcOutput<typeof listDebateClubRegistrations>> {
    const page = await this.listRegistrations.execute(query);
    return { ...page, items: page.items.map(toAnswer) };
  }

  @HandlesRpc(ensureRegistrations)
  async ensure(input: RpcInput<typeof ensureRegistrations>): Promise<RpcOutput<typeof ensureRegistrations>> {
    return { made: await this.ensureRegistrations.execute(input) };
  }

  @HandlesRpc(deleteDebateClubRegistration)
  async delete(
    input: RpcInput<typeof deleteDebateClubRegistration>,
  ): Promise<RpcOutput<typeof deleteDebateClubRegistration>> {
    return this.deleteRegistration.execute(input);
  }

  @HandlesRpc(createDebateClubRegistration)
  async create(
    input: RpcInput<typeof createDebateClubRegistration>,
  ): Promise<RpcOutput<typeof createDebateClubRegistration>> {
    return toAnswer(await this.createRegistration.execute(input));
  }

  @HandlesRpc(listDebateClubEmails)
  async emails(query: RpcInput<typeof listDebateClubEmails>): Promise<RpcOutput<typeof listDebateClubEmails>> {
    return this.listEmails.execute(query);
  }

  @HandlesRpc(exportDebateClubRegistrations)
  async export(
    request: RpcInput<typeof exportDebateClubRegistrations>,
  ): Promise<RpcOutput<typeof exportDebateClubRegistrations>> {
    return this.exportRegistrations.execute(request);
  }
}
