import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { checkEventNotice } from '@lectern/contracts/registrations/event-notice-rpc';
import { eventNoticeDue, registrationsErased } from '@lectern/contracts/registrations/events';
import { TEST_SEAL } from '@lectern/service-kit/testing/test-caller';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { answerRequests } from '../testing/answer-requests.ts';
import { eventNoticeEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { NOTICE_OUT_OF_DATE } from './templates/event-notice.template.ts';

let messaging: RunningMessaging;
let sendgrid: SendgridServer;
/** The notices that are not current, and those that were checked. */
const outOfDate = new Set<string>();
const checked: string[] = [];
let registrations: { close(): Promise<void> };
const startRegistrations = () =>
  answerRequests(
    messaging.redisUrl,
    { service: 'registrations', seal: TEST_SEAL, contract: checkEventNotice },
    ({ noticeId }) => {
      checked.push(noticeId);
      return { isCurrent: !outOfDate.has(noticeId) };
    },
  );
beforeAll(async () => {
  [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
  registrations = await startRegistrations();
  await messaging.startWorker(sendgrid.url);
});
afterAll(async () => {
  await registrations.close();
  await messaging.stop();
  await sendgrid.close();
});
beforeEach(async () => {
  await emptyTables(messaging.dataSource, 'email_recipients, link_clicks, accounts, erased_accounts');
  sendgrid.received.length = 0;
  checked.length = 0;
});

const keyOf = (noticeId: string): string => `event-notice:${eventNoticeEvent().registrationId}:${noticeId}`;

it('emails a notice once, after it was checked', async () => {
  const event = eventNoticeEvent({ noticeId: randomUUID() });
  await messaging.deliverEvent(eventNoticeDue, event);
  await messaging.emailIn('sent', keyOf(event.noticeId));
  await messaging.deliverEvent(eventNoticeDue, event);
  expect(await messaging.emails()).toHaveLength(1);
  expect(checked).toEqual([event.noticeId]);
  expect(sendgrid.received).toMatchObject([
    { subject: 'Your link: Online Winter Classic', attachments: [{ filename: 'tournament.ics' }] },
  ]);
});

it('drops a notice whose event or registration changed while it was queued', async () => {
  const event = eventNoticeEvent({ noticeId: randomUUID() });
  outOfDate.add(event.noticeId);
  await messaging.deliverEvent(eventNoticeDue, event);
  expect(await messaging.emailIn('failed', keyOf(event.noticeId))).toMatchObject({ reason: NOTICE_OUT_OF_DATE });
  expect(sendgrid.received).toEqual([]);
});

it('keeps a notice waiting while registrations does not answer', async () => {
  await registrations.close();
  const event = eventNoticeEvent({ noticeId: randomUUID() });
  await messaging.deliverEvent(eventNoticeDue, event);
  await until('it to wait', async () =>
    (await messaging.emails()).some(({ status, reason }) => status === 'pending' && reason !== null),
  );
  expect(sendgrid.received).toEqual([]);
  registrations = await startRegistrations();
  await messaging.dataSource.query('UPDATE email_recipients SET next_attempt_at = now()');
  await messaging.wakeWorkers();
  await messaging.emailIn('sent', keyOf(event.noticeId));
  expect(sendgrid.received).toHaveLength(1);
});

it('emails nobody whose account or registration was erased', async () => {
  const userId = randomUUID();
  await messaging.deliverEvent(accountDeleted, {
    userId,
    email: 'ann@example.com',
    verifiedEmail: 'ann@example.com',
    firstName: 'Ann',
    deletedAt: new Date().toISOString(),
  });
  await messaging.deliverEvent(eventNoticeDue, eventNoticeEvent({ noticeId: randomUUID(), userId }));
  expect((await messaging.emails()).filter(({ template }) => template === 'event-notice')).toEqual([]);
  const sent = eventNoticeEvent({ noticeId: randomUUID() });
  await messaging.deliverEvent(eventNoticeDue, sent);
  await messaging.emailIn('sent', keyOf(sent.noticeId));
  await messaging.deliverEvent(registrationsErased, { registrationIds: [sent.registrationId] });
  expect(await messaging.emailIn('sent', keyOf(sent.noticeId))).toMatchObject({ email: '', data: null });
});
