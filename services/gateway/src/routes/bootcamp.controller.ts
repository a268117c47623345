import { Controller, Inject } from '@nestjs/common';
import { checkPromoCode } from '@lectern/contracts/billing/rpc';
import { bootcampCheckout } from '@lectern/contracts/registrations/http';
import { emailKey } from '@lectern/contracts/fields';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { GatewayConfig } from '../config.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { visitorNetwork } from '../edge/visitor-network.ts';
import { RegistrationCheckout } from './registration-checkout.ts';

const PAGE = '/bootcamp-registration';

/** Registering for a bootcamp run. */
@Controller()
export class BootcampController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly checkout: RegistrationCheckout,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
  ) {}

  /**
   * Reserves the seat first, then opens the checkout, so that no person pays for a full run. Checks a promo code before both, so
   * that a wrong code leaves nothing behind. A member's own registration is bound to their account.
   */
  @Serves(bootcampCheckout)
  async register({ body, caller, origin }: Call<typeof bootcampCheckout>) {
    const isOwn = caller !== undefined && emailKey(caller.member.email) === emailKey(body.email);
    const userId = isOwn ? caller.member.id : null;
    const person = { userId, email: body.email, firstName: body.firstName, lastName: body.lastName };
    if (body.promoCode !== undefined) await this.checkPromoCode(body.promoCode, person);
    const seat = await this.rpc.call(registrations.reserveBootcampSeat, {
      ...person,
      phone: body.phone ?? null,
      experienceLevel: body.experienceLevel,
      goals: body.goals ?? null,
      referralSource: body.referralSource ?? null,
      specialRequests: body.specialRequests ?? null,
      promoCode: body.promoCode ?? null,
      network: visitorNetwork(origin.ipAddress, this.config.RATE_LIMIT_SCALE),
    });
    if ('waitlisted' in seat) {
      const message = `The next run is full. You are number ${seat.position} on the waitlist, and we email you as soon as a seat is free for you.`;
      return { waitlisted: true, position: seat.position, message };
    }
    return { checkoutUrl: await this.checkout.open('bootcamps', seat, PAGE, caller?.member.id ?? null) };
  }

  /** Throws `promo_invalid`. Where no seat is to be paid for, the reservation says why. */
  private async checkPromoCode(code: string, person: RpcInput<typeof registrations.priceBootcampSeat>): Promise<void> {
    const { amount } = await this.rpc.call(registrations.priceBootcampSeat, person);
    if (amount !== null) await this.rpc.call(checkPromoCode, { code, product: 'bootcamps', amount, user: person });
  }
}
