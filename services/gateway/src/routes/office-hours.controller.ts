import { Controller } from '@nestjs/common';
import type { OfficeHoursRequest } from '@lectern/contracts/registrations/model';
import * as http from '@lectern/contracts/registrations/member-http';
import { listAllOfficeHours } from '@lectern/contracts/registrations/office-hours-http';
import * as registrations from '@lectern/contracts/registrations/office-hours-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';

/** Talking to an expert alone. */
@Controller()
export class OfficeHoursController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.listOfficeHours)
  async list({ caller }: EarlyCall<typeof http.listOfficeHours>) {
    return this.rpc.call(registrations.listOfficeHours, { userId: caller.claims.subject });
  }

  @ServesEarly(listAllOfficeHours)
  async listAll() {
    return this.rpc.call(registrations.listAllOfficeHours, {});
  }

  @Serves(http.requestOfficeHours)
  async request({ caller, body }: Call<typeof http.requestOfficeHours>) {
    const { id, email, firstName, lastName, subscriptionStatus } = caller.member;
    const request = await this.rpc.call(registrations.requestOfficeHours, {
      member: { id, email, firstName, lastName, isActive: subscriptionStatus === 'active' },
      startsAt: body.startsAt,
      topic: body.topic,
    });
    return { message: `Your session is on ${momentOf(request)}. Check your email for the details.`, request };
  }

  @Serves(http.cancelOfficeHours)
  async cancel({ caller, params }: Call<typeof http.cancelOfficeHours>) {
    await this.rpc.call(registrations.cancelOfficeHours, { userId: caller.member.id, id: params.id });
    return { message: 'Your session is cancelled. Its time is free for other members again.' };
  }
}

/** On the clock of the office hours: "Friday, January 24 at 3:00 PM EST". */
const momentOf = ({ startsAt, timeZone }: OfficeHoursRequest): string => {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(startsAt));
  return `${part({ weekday: 'long', month: 'long', day: 'numeric' })} at ${part({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })}`;
};
