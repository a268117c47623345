import { Controller, Inject } from '@nestjs/common';
import { checkPromoCode, closePurchaseCheckout } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { Idempotency } from '@lectern/contracts/idempotency';
import { fullWords } from '@lectern/contracts/registrations/competition-rules';
import { correctEntryEmail, registerForTournament } from '@lectern/contracts/registrations/http';
import { readRegistrationToken } from '@lectern/contracts/registrations/registration-token';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { GatewayConfig } from '../config.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { visitorNetwork } from '../edge/visitor-network.ts';

type Entry = RpcOutput<typeof registrations.enterTournament>;

const OTHER_NAME =
  ' Your membership or bootcamp covers the entry in your own name, written as your account or the bootcamp has it, so this one is at the public price.';

const answerOf = (
  { title, amount, position, full, payToken, promoCode, correctionToken, isInOtherName }: Entry,
  whereToPay: string,
): RouteResponse<typeof registerForTournament> => {
  const correction = correctionToken == null ? {} : { correctionToken };
  if (position !== null) {
    const message =
      full === undefined
        ? `The ${title} is full. You are number ${position} on the waitlist, and we email you as soon as a place is free for you.`
        : `${fullWords(full)}. You are number ${position} on the waitlist of the ${title} with everything that you chose, and we email you as soon as there is room for all of it.`;
    return { message, waitlisted: true, position, ...correction };
  }
  if (amount === 0)
    return { message: `You are in: your entry for the ${title} is complete. Check your email for the details.` };
  const payment =
    payToken == null ? {} : { payment: { token: payToken, amount, ...(promoCode == null ? {} : { promoCode }) } };
  return {
    message: `We have your entry for the ${title}.${isInOtherName === true ? OTHER_NAME : ''} ${whereToPay}`,
    ...payment,
    ...correction,
  };
};

/** Entering tournaments. */
@Controller()
export class TournamentController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
  ) {}

  @Serves(registerForTournament)
  async register({ body, caller, idempotency, origin }: Call<typeof registerForTournament>) {
    const member = caller === undefined ? null : { id: caller.member.id, email: caller.member.email };
    const { email, firstName, lastName } = body;
    const entrant = { eventId: body.eventId ?? null, email, firstName, lastName, member };
    const promoCode = body.promoCode ?? null;
    const eventId = promoCode === null ? entrant.eventId : await this.checkPromoCode(entrant, promoCode, idempotency);
    const entry = await this.rpc.call(registrations.enterTournament, {
      ...entrant,
      eventId,
      phone: body.phone ?? null,
      // The specification names three of these fields otherwise on the form.
      competitions: body.events,
      division: body.division,
      experienceLevel: body.experience ?? null,
      specialRequests: body.accommodations ?? null,
      answers: body.answers,
      promoCode,
      shownPrice: body.shownPrice,
      idempotency,
      network: visitorNetwork(origin.ipAddress, this.config.RATE_LIMIT_SCALE),
    });
    return answerOf(entry, 'Check your email for the link to pay and complete it.');
  }

  @Serves(correctEntryEmail)
  async correctEmail({ body }: Call<typeof correctEntryEmail>) {
    await this.rpc.call(registrations.checkEntryCorrection, body);
    const named = readRegistrationToken(body.token);
    // Before the correction, so that nobody pays for an entry whose email changes meanwhile.
    if (named !== null)
      await this.rpc.call(closePurchaseCheckout, { reference: named.registrationId }).catch((error: unknown) => {
        throw error instanceof DomainError && error.code === 'purchase_exists'
          ? new DomainError('registration_fixed')
          : error;
      });
    return answerOf(
      await this.rpc.call(registrations.correctEntryEmail, body),
      `We sent the link to pay to ${body.email}.`,
    );
  }

  /**
   * Checks the code before the entry, so that a wrong one leaves nothing behind. Returns the tournament that was priced. A free entry needs
   * no code, and neither does a request that was carried out already. Throws `promo_invalid`.
   */
  private async checkPromoCode(
    entrant: registrations.Entrant,
    code: string,
    idempotency: Idempotency | undefined,
  ): Promise<string | null> {
    const priced = await this.rpc.call(registrations.priceTournamentEntry, { ...entrant, idempotency });
    if (priced === null) return entrant.eventId;
    const { eventId, amount, payer: user } = priced;
    if (amount > 0) await this.rpc.call(checkPromoCode, { code, product: 'tournaments', amount, user });
    return eventId;
  }
}
