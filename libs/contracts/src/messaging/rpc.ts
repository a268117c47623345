import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { idempotency } from '../idempotency.ts';
import { actor } from '../identity/model.ts';
import { exportRequest, exportSlice } from '../list-export.ts';
import { importRpcs } from '../list-import.ts';
import { listQuery, pageOf } from '../page.ts';
import { person, personData } from '../person-data.ts';
import { knownMailbox, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import { emailCampaign } from './campaign-model.ts';
import { newsletterSubscriber } from './model.ts';
import { liftableReason } from './preferences-model.ts';

/** Subscribes an email address, also one that unsubscribed before. Idempotent. */
export const subscribeToNewsletter = rpc({
  name: 'messaging.subscribe-to-newsletter.v1',
  input: z.object({ email: z.string(), source: z.string(), tags: z.array(z.string()) }),
  output: z.object({}),
});

/**
 * Unsubscribes the email address of `key` from every list, also one that never subscribed. Idempotent. `link_invalid`
 * where the key is another address's.
 */
export const unsubscribe = rpc({
  name: 'messaging.unsubscribe.v1',
  input: z.object({ email: z.string(), key: z.string() }),
  output: z.object({}),
});

/**
 * Stores a message and queues two emails: to the association, and to its sender. `sender` is the signed-in member, if there is one:
 * `email` may be another address. `idempotency_conflict`; `too_many_requests` beyond ten messages an hour of a mailbox, signed in or not.
 */
export const sendContactMessage = rpc({
  name: 'messaging.send-contact-message.v1',
  input: z.object({
    name: z.string(),
    email: z.string(),
    message: z.string(),
    sender: z.optional(z.object({ verifiedEmail: z.nullable(z.string()) })),
    idempotency: z.optional(idempotency),
  }),
  output: z.object({}),
});

/**
 * Stores the request, subscribes its reader (source `starter_kit`) and queues the email, unless one was queued for this
 * address within ten minutes. `idempotency_conflict`.
 */
export const requestStarterKit = rpc({
  name: 'messaging.request-starter-kit.v1',
  input: z.object({ email: z.string(), idempotency: z.optional(idempotency) }),
  output: z.object({}),
});

export const listSubscribers = rpc({
  name: 'messaging.list-subscribers.v1',
  input: listQuery,
  output: pageOf(newsletterSubscriber),
});

export const exportSubscribers = rpc({
  name: 'messaging.export-subscribers.v2',
  input: exportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

/** Lets campaigns email an address again that bounced or complained. `not_found` where it is not suppressed for either reason. */
export const liftSuppression = rpc({
  name: 'messaging.lift-suppression.v1',
  permission: 'people:write',
  input: z.object({ email: z.string(), reason: liftableReason, by: actor }),
  output: z.object({}),
});

/**
 * Removes a subscriber. The opt-out of the email address is stored separately and stays. `not_found` for an unknown
 * subscriber.
 */
export const deleteSubscriber = rpc({
  name: 'messaging.delete-subscriber.v1',
  permission: 'people:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({}),
});

export const listCampaigns = rpc({
  name: 'messaging.list-campaigns.v1',
  input: listQuery,
  output: pageOf(emailCampaign),
});

export const countMailings = rpc({
  name: 'messaging.count-mailings.v1',
  input: z.object({}),
  output: z.object({
    activeNewsletterSubscribers: z.number(),
    totalEmailCampaigns: z.number(),
    sentEmailCampaigns: z.number(),
    draftEmailCampaigns: z.number(),
  }),
});

/** Verifies SendGrid's signature over the raw body and stores the events before it answers. */
export const receiveSendgridEvents = rpc({
  name: 'messaging.receive-sendgrid-events.v1',
  input: z.object({ payload: z.string(), signature: z.string(), timestamp: z.string() }),
  output: z.object({ received: z.boolean() }),
});

/** Everything that messaging stores about a person. Every section is present, empty ones too. */
export const exportPerson = rpc({
  name: 'messaging.export-person.v1',
  input: person,
  output: personData,
  timeoutMs: 10_000,
});

/** A page of messaging's timeline of a person, and the lists of their email address. */
export const readTimeline = rpc({
  name: 'messaging.read-timeline.v1',
  input: timelineRequest,
  output: z.extend(timelinePart, { mailbox: knownMailbox }),
});

/** Newsletter subscribers from a file: {@link importRpcs}. */
export const { startImport, addImportRows, discardImport, finishImport, checkImport, doImport, listRefusedRows } =
  importRpcs('messaging');
