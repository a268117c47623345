import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { Checkout } from '../checkout/checkout.entity.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Payment } from '../payment/payment.entity.ts';
import { Program } from '../program/program.entity.ts';
import { PromoCode } from '../promo-code/promo-code.entity.ts';
import { Referral } from '../referral/referral.entity.ts';
import { StripeEvent } from '../stripe-event/stripe-event.entity.ts';
import { Subscription } from '../subscription/subscription.entity.ts';
import { CreateBilling1763600300000 } from './migrations/1763600300000-create-billing.ts';
import { AddMembershipProgram1763600310000 } from './migrations/1763600310000-add-membership-program.ts';

export const billingSchema: DatabaseSchema = {
  service: 'billing',
  entities: [Program, Customer, Checkout, Subscription, Payment, PromoCode, Referral, StripeEvent],
  migrations: [CreateBilling1763600300000, AddMembershipProgram1763600310000],
};
