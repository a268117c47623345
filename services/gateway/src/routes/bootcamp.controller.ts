import { Controller, Inject } from '@nestjs/common';
import { bootcampCheckout } from '@lectern/contracts/billing/http';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import { payBootcampPlace } from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { FailuresLeadTo } from '../edge/link-failure.filter.ts';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';
import { type CheckoutKind, RegistrationCheckout } from './registration-checkout.ts';

const PAGE = '/bootcamp-registration';
const KIND: CheckoutKind = {
  product: 'bootcamps',
  successPath: '/bootcamp-success?session_id={CHECKOUT_SESSION_ID}',
  cancelPath: PAGE,
};

/** Registering for a bootcamp run. */
@Controller()
export class BootcampController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly checkout: RegistrationCheckout,
    private readonly returnAddress: ReturnAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The place first, then the checkout: nobody pays for a run that is full. A member's own registration is bound to their account. */
  @Serves(bootcampCheckout)
  async register(@TheCall() { body, caller }: Call<typeof bootcampCheckout>): Promise<RouteResponse<typeof bootcampCheckout>> {
    const isOwn = caller !== undefined && emailKey(caller.member.email) === emailKey(body.email);
    const place = await this.rpc.call(registrations.reserveBootcampPlace, {
      userId: isOwn ? caller.member.id : null,
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      phone: body.phone ?? null,
      experienceLevel: body.experienceLevel,
      goals: body.goals ?? null,
      referralSource: body.referralSource ?? null,
      specialRequests: body.specialRequests ?? null,
      promoCode: body.promoCode ?? null,
    });
    if ('waitlisted' in place) {
      const message = `The next run is full. You are number ${place.position} on the waiting list, and we write to you as soon as a place is free for you.`;
      return { waitlisted: true, position: place.position, message };
    }
    return { checkoutUrl: await this.orGiveBack(place.registrationId, () => this.checkout.open(KIND, place)) };
  }

  @Serves(payBootcampPlace)
  @FailuresLeadTo(PAGE)
  async pay(@TheCall() { params, query }: Call<typeof payBootcampPlace>): Promise<RouteResponse<typeof payBootcampPlace>> {
    const link = await this.rpc.call(registrations.takeOfferedPlace, { registrationId: params.id, key: query.key });
    if (link.state === 'closed') return { redirectTo: this.returnAddress.of(`${PAGE}?closed=1`) };
    const checkoutUrl = link.state === 'paid' ? null : await this.orGiveBack(params.id, () => this.checkout.openFromLink(KIND, link));
    return { redirectTo: checkoutUrl ?? this.returnAddress.of(`${PAGE}?paid=1`) };
  }

  /** Gives a held place back at once when its checkout cannot be opened. */
  private async orGiveBack<T>(registrationId: string, open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      // Paid already: the word of it is on its way to the place.
      if (!(error instanceof DomainError && error.code === 'purchase_exists')) {
        await this.rpc.call(registrations.releasePlace, { registrationId }).catch((failure: unknown) => {
          this.logger.warn({ err: failure, registrationId }, 'A held place could not be given back; it is given up by itself in five minutes');
        });
      }
      throw error;
    }
  }
}
