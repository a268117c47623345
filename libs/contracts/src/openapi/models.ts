import * as z from 'zod/mini';
import * as payments from '../billing/listed-payment.ts';
import * as billing from '../billing/model.ts';
import * as contentAdmin from '../content/admin-model.ts';
import * as content from '../content/model.ts';
import * as siteTexts from '../content/site-text-http.ts';
import * as siteTextModels from '../content/site-text.ts';
import * as errors from '../errors.ts';
import * as fields from '../fields.ts';
import * as administrators from '../identity/administrator.ts';
import * as identity from '../identity/model.ts';
import * as passkeys from '../identity/passkey.ts';
import * as savedViews from '../identity/saved-view.ts';
import * as secondFactor from '../identity/second-factor.ts';
import * as sessions from '../identity/session.ts';
import * as imports from '../list-import.ts';
import * as campaigns from '../messaging/campaign-model.ts';
import * as cannedReplies from '../messaging/canned-reply.ts';
import * as conversations from '../messaging/conversation.ts';
import * as messaging from '../messaging/model.ts';
import * as newsletters from '../messaging/newsletter-archive-http.ts';
import * as preferences from '../messaging/preferences-model.ts';
import * as timeline from '../person-timeline.ts';
import * as registrationsAdmin from '../registrations/admin-model.ts';
import * as registrations from '../registrations/model.ts';
import * as queues from '../system/queues-http.ts';

const MODULES = [
  ...[errors, fields, identity, administrators, sessions, passkeys, savedViews, secondFactor, billing],
  ...[registrations, registrationsAdmin, messaging, campaigns, conversations, cannedReplies, newsletters, preferences],
  ...[content, contentAdmin, siteTexts, siteTextModels, timeline, imports, queues, payments],
];

const isModel = (value: unknown): value is z.ZodMiniType =>
  value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum || value instanceof z.ZodMiniDiscriminatedUnion;

/** In order of names, as the language defines it; a bundler or a test runner may keep the order of the source. */
const entriesOf = (module: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries<unknown>(module).sort(([one], [other]) => (one < other ? -1 : 1));

/** The models that have a name of their own in the document: that of their constant. */
export const MODELS: ReadonlyMap<z.ZodMiniType, string> = new Map(
  MODULES.flatMap(entriesOf).flatMap(([name, value]) =>
    isModel(value) ? [[value, name.charAt(0).toUpperCase() + name.slice(1)] as const] : [],
  ),
);
