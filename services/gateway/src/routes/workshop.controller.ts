import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/registrations/workshop-http';
import * as registrations from '@lectern/contracts/registrations/workshop-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';

/** Workshops of annual members. */
@Controller()
export class WorkshopController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.listWorkshops)
  async list({ caller }: EarlyCall<typeof http.listWorkshops>) {
    return this.rpc.call(registrations.listWorkshops, { userId: caller.claims.subject });
  }

  @Serves(http.signUpForWorkshop)
  async signUp({ caller, params, idempotency }: Call<typeof http.signUpForWorkshop>) {
    const { id, email, firstName, lastName } = caller.member;
    const { title, position } = await this.rpc.call(registrations.signUpForWorkshop, {
      eventId: params.id,
      member: { id, email, firstName, lastName },
      idempotency,
    });
    return {
      message:
        position === null
          ? `You have a seat in ${title}. We have sent you an email with the details.`
          : `You are number ${position} on the waitlist of ${title}. We email you when a seat is yours.`,
      position,
    };
  }

  @Serves(http.cancelWorkshopSeat)
  async cancel({ caller, params }: Call<typeof http.cancelWorkshopSeat>) {
    const { title } = await this.rpc.call(registrations.cancelWorkshopSeat, {
      eventId: params.id,
      userId: caller.member.id,
    });
    return { message: `You are no longer signed up for ${title}.` };
  }
}
