import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/http';
import * as pauseHttp from '@lectern/contracts/billing/pause-http';
import * as planSwitchHttp from '@lectern/contracts/billing/plan-switch-http';
import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import * as offerHttp from '@lectern/contracts/billing/cancellation-offer-http';
import * as offers from '@lectern/contracts/billing/cancellation-offer-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import { checkOwnAddress, findReferrer, registerAccount } from '@lectern/contracts/identity/rpc';
import { checkRegistration } from '@lectern/contracts/registrations/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { CurrentProfile } from '../branding/current-profile.ts';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { SignInPace } from '../auth/sign-in-pace.ts';
import { RateLimiter } from '../edge/rate-limiter.ts';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { hasOwnAddress } from './has-own-address.ts';

const SUCCESS = '/subscribe/success?session_id={CHECKOUT_SESSION_ID}';
const CANCEL = '/subscribe/cancel';

/** Joining and paying. */
@Controller()
export class MembershipController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
    private readonly limiter: RateLimiter,
    private readonly pace: SignInPace,
    private readonly devices: DeviceCookie,
    private readonly profile: CurrentProfile,
  ) {}

  @Serves(http.listPrograms)
  async programs() {
    return this.rpc.call(billing.listPrograms, {});
  }

  /** Creates the account first, then the checkout: a person who stops in between has an account that can sign in and pay. */
  @Serves(http.registerAndSubscribe)
  async register(call: Call<typeof http.registerAndSubscribe>) {
    const { body } = call;
    const urls = this.returnUrls(body);
    const { email, firstName, lastName, password, plan, priceId } = body;
    const promoCode = body.promoCode ?? null;
    // Before there is an account, so that a wrong order leaves nothing behind.
    await this.rpc.call(billing.checkMembershipOrder, { plan, priceId, promoCode, email });
    const referral = body.referralCode === undefined ? null : await this.referralOf(body.referralCode);
    const account = await this.pace.attempt(call, email, (devices) =>
      this.rpc.call(registerAccount, { email, firstName, lastName, password, devices, origin: call.origin }),
    );
    this.devices.keep(call, account.deviceToken);
    const { checkoutUrl } = await this.rpc.call(billing.openMembershipCheckout, {
      userId: account.userId,
      email: account.email,
      firstName,
      lastName,
      plan,
      promoCode,
      referral: referral === null ? null : { ...referral, sessionVersion: account.sessionVersion },
      attemptKey: null,
      ...urls,
    });
    return { checkoutUrl, message: 'Your account is ready. Complete the payment to become a member.' };
  }

  @Serves(http.createSubscription)
  async subscribe({ body, caller, origin }: Call<typeof http.createSubscription>) {
    const urls = this.returnUrls(body);
    const isOwn = caller !== undefined && emailKey(caller.member.email) === emailKey(body.customerEmail);
    const request = {
      userId: isOwn ? caller.member.id : null,
      email: body.customerEmail,
      firstName: isOwn ? caller.member.firstName : null,
      lastName: isOwn ? caller.member.lastName : null,
      priceId: body.priceId,
      promoCode: null,
      referral: null,
      attemptKey: body.attemptKey ?? null,
      ...urls,
    };
    const { checkoutUrl } = await this.rpc
      .call(billing.openMembershipCheckout, request)
      .catch(async (error: unknown) => {
        const isMembers = !isOwn && error instanceof DomainError && error.code === 'membership_exists';
        if (!isMembers || (await this.limiter.mayLearnOfMembership(origin.ipAddress ?? ''))) throw error;
        // Somebody collects members' addresses: from here on theirs are answered as any other. The member gets an email, and a payment all
        // the same is refunded.
        return this.rpc.call(billing.openMembershipCheckout, { ...request, hidesMembership: true });
      });
    return { url: checkoutUrl };
  }

  @Serves(http.resumeCheckout)
  async resume({ body, caller }: Call<typeof http.resumeCheckout>) {
    const { id, email, firstName, lastName } = caller.member;
    const input = {
      userId: id,
      email,
      firstName,
      lastName,
      plan: body.plan,
      promoCode: null,
      referral: null,
      attemptKey: null,
      ...this.returnUrls(body),
    };
    return this.rpc.call(billing.openMembershipCheckout, input);
  }

  @Serves(http.getCheckout)
  async checkout({ params, caller }: Call<typeof http.getCheckout>) {
    const { reference, ...outcome } = await this.rpc.call(billing.settleCheckout, {
      ...params,
      caller: caller && { userId: caller.member.id, email: caller.member.email },
    });
    // Staff may have removed the paid registration, which billing does not know.
    const isGone =
      outcome.status === 'complete' &&
      reference !== undefined &&
      !(await this.rpc.call(checkRegistration, { registrationId: reference })).isThere;
    return isGone ? { ...outcome, status: 'ended' as const } : outcome;
  }

  @ServesEarly(http.getSubscription)
  async details({ caller }: EarlyCall<typeof http.getSubscription>) {
    return this.rpc.call(billing.getSubscription, { userId: caller.claims.subject });
  }

  @ServesEarly(http.listPayments)
  async payments({ caller }: EarlyCall<typeof http.listPayments>) {
    const userId = caller.claims.subject;
    const [payments, isOwn] = await Promise.all([
      this.rpc.call(billing.listPayments, { userId }),
      hasOwnAddress(this.rpc, userId),
    ]);
    // An invoice names the person who paid, and opens without a session.
    return isOwn && caller.isView !== true ? payments : payments.map((payment) => ({ ...payment, invoice_url: null }));
  }

  @Serves(offerHttp.cancelSubscription)
  async cancel({ body, caller }: Call<typeof offerHttp.cancelSubscription>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const { accessUntil, wasPending } = await this.rpc.call(billing.cancelSubscription, {
      ...body,
      userId: caller.member.id,
    });
    if (wasPending)
      return { message: 'Your membership does not begin. If your bank sends the payment all the same, we refund it.' };
    if (accessUntil === null) return { message: 'Your membership has ended. Nothing more will be charged.' };
    return { message: `Your subscription has been cancelled. You have access until ${await this.dayOf(accessUntil)}.` };
  }

  @Serves(offerHttp.makeCancellationOffer)
  async makeOffer({ body, caller }: Call<typeof offerHttp.makeCancellationOffer>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    return this.rpc.call(offers.makeCancellationOffer, { ...body, userId: caller.member.id });
  }

  @Serves(offerHttp.acceptCancellationOffer)
  async acceptOffer({ body, caller }: Call<typeof offerHttp.acceptCancellationOffer>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const accepted = await this.rpc.call(offers.acceptCancellationOffer, { ...body, userId: caller.member.id });
    return {
      message:
        accepted.kind === 'pause'
          ? await this.pauseWords(accepted)
          : `You pay ${accepted.percent}% less for your next ${DISCOUNT_MONTHS} months. Your membership goes on.`,
    };
  }

  @Serves(http.resumeSubscription)
  async resumeRenewal({ caller }: Call<typeof http.resumeSubscription>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const { renewsAt } = await this.rpc.call(billing.resumeSubscription, { userId: caller.member.id });
    return { message: `Your subscription continues. It renews on ${await this.dayOf(renewsAt)}.` };
  }

  @Serves(planSwitchHttp.previewPlanSwitch)
  async previewSwitch({ body, caller }: Call<typeof planSwitchHttp.previewPlanSwitch>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    return this.rpc.call(billing.previewPlanSwitch, { ...body, userId: caller.member.id });
  }

  @Serves(planSwitchHttp.switchPlan)
  async switchPlan({ body, caller }: Call<typeof planSwitchHttp.switchPlan>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const { nextChargeAt } = await this.rpc.call(billing.switchPlan, { ...body, userId: caller.member.id });
    return { message: `Your plan is ${body.plan} now. Your next billing date is ${await this.dayOf(nextChargeAt)}.` };
  }

  @Serves(pauseHttp.previewPause)
  async previewPause({ caller }: Call<typeof pauseHttp.previewPause>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    return this.rpc.call(billing.previewPause, { userId: caller.member.id });
  }

  @Serves(pauseHttp.pauseSubscription)
  async pause({ body, caller }: Call<typeof pauseHttp.pauseSubscription>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const pause = await this.rpc.call(billing.pauseMembership, { ...body, userId: caller.member.id });
    return { message: await this.pauseWords(pause) };
  }

  @Serves(pauseHttp.previewPauseEnd)
  async previewPauseEnd({ caller }: Call<typeof pauseHttp.previewPauseEnd>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    return this.rpc.call(billing.previewPauseEnd, { userId: caller.member.id });
  }

  @Serves(pauseHttp.endPause)
  async endPause({ body, caller }: Call<typeof pauseHttp.endPause>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    const { nextChargeAt } = await this.rpc.call(billing.endPause, { ...body, userId: caller.member.id });
    return {
      message: `Your membership is not paused any more. Your next billing date is ${await this.dayOf(nextChargeAt)}.`,
    };
  }

  @Serves(http.updatePaymentMethod)
  async portal({ caller }: Call<typeof http.updatePaymentMethod>) {
    await this.rpc.call(checkOwnAddress, { userId: caller.member.id });
    return this.rpc.call(billing.openBillingPortal, {
      userId: caller.member.id,
      returnUrl: this.returnAddress.of('/account/subscription'),
    });
  }

  private async pauseWords({ from, until }: { from: string; until: string }): Promise<string> {
    const [begins, due] = [await this.dayOf(from), await this.dayOf(until)];
    return `Your membership pauses on ${begins}. The next charge is due on ${due}.`;
  }

  /** The member who referred this person. */
  private async referralOf(code: string): Promise<{ referrerId: string; code: string }> {
    const referrer = await this.rpc.call(findReferrer, { code });
    if (referrer === null)
      throw new DomainError('referral_invalid', { fields: { referralCode: 'Invalid referral code' } });
    return { referrerId: referrer.userId, code: code.trim().toUpperCase() };
  }

  private returnUrls(asked: { successUrl?: string; cancelUrl?: string }): { successUrl: string; cancelUrl: string } {
    return {
      successUrl: this.returnAddress.check(asked.successUrl, SUCCESS),
      cancelUrl: this.returnAddress.check(asked.cancelUrl, CANCEL),
    };
  }

  /** The day of an instant, as pages show it. */
  private async dayOf(instant: string): Promise<string> {
    const { timeZone } = await this.profile.now();
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant));
  }
}
