import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ClockFollowers } from '../state/clock-followers.ts';
import { NO_API_FAULTS, type ApiFaults } from './api/api-faults.ts';
import { isCardKind } from './billing/card.ts';
import { finishDelayedCheckout } from './billing/checkout.ts';
import { closeDispute, openDispute } from './billing/dispute.ts';
import { updateCard } from './billing/update-card.ts';
import type { StripeAccount } from './stripe-account.ts';
import { NO_DELIVERY_FAULTS, type DeliveryFaults } from './webhooks/delivery-faults.ts';
import { StripeError } from './stripe-error.ts';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

export interface TestHelperOptions {
  account: StripeAccount;
  dispatcher: WebhookDispatcher;
  /** Moves the clock, performs everything that falls due, and waits for the clock's followers; answers how many changes that were. */
  advance: (seconds: number) => Promise<number>;
  followers: ClockFollowers;
  setApiFaults: (faults: ApiFaults) => void;
}

const MAX_ADVANCE = 20 * 366 * 24 * 60 * 60;

type Rule = 'count' | 'share' | 'flag' | 'seconds' | 'text';

const DELIVERY_RULES: Record<keyof DeliveryFaults, Rule> = {
  duplicate: 'count',
  shuffle: 'flag',
  drop: 'share',
  retry: 'flag',
  delayMs: 'count',
  delaySeconds: 'count',
  signedSecondsAgo: 'seconds',
};
const API_RULES: Record<keyof ApiFaults, Rule> = {
  rateLimit: 'share',
  fail: 'share',
  acceptThenCut: 'share',
  delayMs: 'count',
  route: 'text',
};

/** Routes with which tests and the dashboard control the Stripe emulator; Stripe itself has none of these. */
export const stripeTestHelpers = async (
  app: FastifyInstance,
  { account, dispatcher, advance, followers, setApiFaults }: TestHelperOptions,
): Promise<void> => {
  const clock = (): object => ({
    now: account.now(),
    iso: new Date(account.clock.nowMs()).toISOString(),
    advancedSeconds: Math.round(account.clock.advancedMs / 1000),
    offsetMs: account.clock.advancedMs,
  });

  app.get<{ Querystring: { after?: string } }>('/stripe/test_helpers/clock', async (request, reply) => {
    const { after } = request.query;
    if (after === undefined) return clock();
    if (!/^-?\d{1,15}$/.test(after)) return refuse(reply, 'after is a whole number of milliseconds');
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    await followers.change(Number(after), gone.signal);
    return clock();
  });

  app.post<{ Body: string }>('/stripe/test_helpers/advance', async (request, reply) => {
    const body = readJson(request.body);
    const seconds = body?.seconds;
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > MAX_ADVANCE)
      return refuse(reply, `seconds is a whole number from 0 to ${MAX_ADVANCE}`);
    const happened = await advance(seconds);
    return { ...clock(), happened };
  });

  app.post<{ Body: string }>('/stripe/test_helpers/delivery', async (request, reply) => {
    const faults = readFaults(readJson(request.body), NO_DELIVERY_FAULTS, DELIVERY_RULES);
    if (typeof faults === 'string') return refuse(reply, faults);
    dispatcher.faults = faults;
    return faults;
  });

  app.post<{ Body: string }>('/stripe/test_helpers/api', async (request, reply) => {
    const faults = readFaults(readJson(request.body), NO_API_FAULTS, API_RULES);
    if (typeof faults === 'string') return refuse(reply, faults);
    setApiFaults(faults);
    return faults;
  });

  app.post<{ Body: string }>('/stripe/test_helpers/redeliver', async (request, reply) => {
    const id = readJson(request.body)?.event;
    const event = typeof id === 'string' ? account.store.get('events', id) : undefined;
    if (event === undefined) return refuse(reply, 'event is the id of an event');
    const delivery = dispatcher.redeliver(event);
    return delivery === undefined ? refuse(reply, 'there is no webhook endpoint') : { delivery: delivery.id };
  });

  app.post<{ Body: string }>('/stripe/test_helpers/card', async (request, reply) => {
    const { customer: id, card = 'works' } = readJson(request.body) ?? {};
    const customer = typeof id === 'string' ? account.store.get('customers', id) : undefined;
    if (customer === undefined) return refuse(reply, 'customer is the id of a customer');
    if (!isCardKind(card)) return refuse(reply, 'card is works or later-fails');
    account.during({ id: null, idempotency_key: null }, () => updateCard(account, customer, card));
    return { customer: customer.id, card };
  });

  /** Events at a bank: a person disputes a charge, the bank decides a dispute, or answers for a delayed payment. */
  const atBank = (reply: FastifyReply, happen: () => object): object => {
    try {
      return account.during({ id: null, idempotency_key: null }, happen);
    } catch (error) {
      if (error instanceof StripeError) return refuse(reply, error.message);
      throw error;
    }
  };

  app.post<{ Body: string }>('/stripe/test_helpers/dispute', async (request, reply) => {
    const { charge } = readJson(request.body) ?? {};
    return atBank(reply, () => openDispute(account, account.find('charges', String(charge))));
  });

  app.post<{ Body: string }>('/stripe/test_helpers/close_dispute', async (request, reply) => {
    const { dispute, status } = readJson(request.body) ?? {};
    if (status !== 'won' && status !== 'lost') return refuse(reply, 'status is won or lost');
    return atBank(reply, () => closeDispute(account, account.find('disputes', String(dispute)), status));
  });

  app.post<{ Body: string }>('/stripe/test_helpers/delayed_payment', async (request, reply) => {
    const { session, arrived } = readJson(request.body) ?? {};
    if (typeof arrived !== 'boolean') return refuse(reply, 'arrived is true or false');
    return atBank(reply, () =>
      finishDelayedCheckout(account, account.find('checkoutSessions', String(session)), arrived),
    );
  });

  app.get<{ Querystring: { event?: string } }>('/stripe/test_helpers/deliveries', async (request) => {
    const { event } = request.query;
    const deliveries =
      event === undefined ? account.store.all('deliveries') : account.store.where('deliveries', 'event', event);
    const pending = account.store.where('deliveries', 'status', 'pending');
    return {
      deliveries: deliveries.slice(-500).toReversed(),
      pending: pending.filter(({ dueAt }) => dueAt === null).length,
      waiting: pending.filter(({ dueAt }) => dueAt !== null).length,
    };
  });
};

/** The faults that the body asks for, others off; or what is wrong with it. */
const readFaults = <F extends DeliveryFaults | ApiFaults>(
  body: Record<string, unknown> | undefined,
  none: F,
  rules: Record<keyof F, Rule>,
): F | string => {
  if (body === undefined) return 'the body is a JSON object';
  for (const [key, value] of Object.entries(body)) {
    const rule = Object.hasOwn(rules, key) ? rules[key as keyof F] : undefined;
    if (rule === undefined) return `there is no fault named ${key}`;
    if (!fits(rule, value)) return `${key} is ${RULE_NAMES[rule]}`;
  }
  return { ...none, ...body };
};

const RULE_NAMES: Record<Rule, string> = {
  flag: 'true or false',
  text: 'a text',
  share: 'a number from 0 to 1',
  count: 'a whole number',
  seconds: 'a whole number',
};

const fits = (rule: Rule, value: unknown): boolean => {
  if (rule === 'flag') return typeof value === 'boolean';
  if (rule === 'text') return typeof value === 'string';
  if (typeof value !== 'number') return false;
  if (rule === 'share') return value >= 0 && value <= 1;
  return Number.isInteger(value) && (rule === 'seconds' || value >= 0) && value <= 2 ** 31 - 1;
};

const readJson = (body: unknown): Record<string, unknown> | undefined => {
  if (typeof body !== 'string' || body === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const refuse = (reply: FastifyReply, message: string): FastifyReply => {
  return reply.code(400).send({ error: { message } });
};
