import { Controller } from '@nestjs/common';
import { emailKey } from '@lectern/contracts/fields';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as messaging from '@lectern/contracts/messaging/rpc';
import { formatCents } from '@lectern/contracts/money';
import * as http from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Administrators' changes to their lists. The services record each with its administrator and origin. */
@Controller()
export class AdminListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.createDebateClubRegistration)
  async createMember(call: Call<typeof http.createDebateClubRegistration>) {
    const { body } = call;
    return this.rpc.call(registrations.createDebateClubRegistration, {
      ...body,
      phone: body.phone ?? null,
      experienceLevel: body.experienceLevel ?? null,
      goals: body.goals ?? null,
      referralSource: body.referralSource ?? null,
      billingStartDate: body.billingStartDate == null ? null : new Date(body.billingStartDate).toISOString(),
      stripeCustomerId: body.stripeCustomerId ?? null,
      stripeSubscriptionId: body.stripeSubscriptionId ?? null,
      by: actingIn(call),
    });
  }

  /** Slice by slice; a person who registered more than once is at their latest registration. */
  @Serves(http.listDebateClubEmails)
  async emails({ query }: Call<typeof http.listDebateClubEmails>) {
    const byKey = new Map<string, string>();
    for (let cursor: string | null | undefined; cursor !== null;) {
      const slice: RpcOutput<typeof registrations.listDebateClubEmails> = await this.rpc.call(
        registrations.listDebateClubEmails,
        { ...query, cursor },
      );
      for (const email of slice.emails) if (!byKey.has(emailKey(email))) byKey.set(emailKey(email), email);
      cursor = slice.nextCursor;
    }
    return { emails: [...byKey.values()] };
  }

  @Serves(http.deleteDebateClubRegistration)
  async deleteMember(call: Call<typeof http.deleteDebateClubRegistration>) {
    const { subscriptionGoesOn } = await this.rpc.call(registrations.deleteDebateClubRegistration, {
      ...call.params,
      by: actingIn(call),
    });
    return {
      message: subscriptionGoesOn
        ? 'The registration has been deleted. Its subscription continues and is charged as before.'
        : 'The registration has been deleted.',
    };
  }

  @Serves(http.deleteTournamentRegistration)
  async deleteEntry(call: Call<typeof http.deleteTournamentRegistration>) {
    const { keptPayment } = await this.rpc.call(registrations.deleteTournamentRegistration, {
      ...call.params,
      by: actingIn(call),
    });
    return {
      message:
        keptPayment > 0
          ? `The registration has been deleted. ${formatCents(keptPayment)} of its payment is not refunded automatically. To return it, refund the payment under Payments.`
          : 'The registration has been deleted.',
    };
  }

  @Serves(mailHttp.deleteSubscriber)
  async deleteSubscriber(call: Call<typeof mailHttp.deleteSubscriber>) {
    await this.rpc.call(messaging.deleteSubscriber, { ...call.params, by: actingIn(call) });
    return { message: 'The subscriber has been deleted.' };
  }
}
