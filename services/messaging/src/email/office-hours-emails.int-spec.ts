import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountChanged } from '@lectern/contracts/identity/events';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent, officeHoursEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging, SUPPORT_EMAIL } from '../testing/running-messaging.ts';
import { type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const { requestId } = officeHoursEvent();
const OTHER = '5d0c2d55-6d0e-4c57-9d0a-0d4a51c9a077';

describe('emails about the office hours', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await sendgrid.close();
    await messaging.stop();
  });
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'email_recipients, link_clicks, accounts');
    sendgrid.received.length = 0;
  });

  const posted = () =>
    sendgrid.received
      .map(({ subject, personalizations, reply_to }) => [personalizations[0]!.to[0]!.email, subject, reply_to?.email])
      .toSorted();

  it('are not written for a booking whose cancellation arrived first', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ change: 'cancelled' }));
    await messaging.emailIn('sent', `office-hours-cancelled-team:${requestId}`);
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ requestId: OTHER }));
    await messaging.emailIn('sent', `office-hours-requested-team:${OTHER}`);
    const rows = await messaging.dataSource.query<{ key: string }[]>('SELECT dedupe_key AS key FROM email_recipients');
    expect(
      rows
        .map(({ key }) => key)
        .filter((key) => key.endsWith(requestId))
        .toSorted(),
    ).toEqual([`office-hours-cancelled-team:${requestId}`, `office-hours-cancelled:${requestId}`]);
  });

  it('reach the member and the team once each, however often the event arrives', async () => {
    const [requested, cancelled] = [officeHoursEvent(), officeHoursEvent({ change: 'cancelled' })];
    for (const event of [requested, requested, cancelled, cancelled, requested])
      await messaging.deliverEvent(officeHoursChanged, event);
    for (const key of ['requested', 'requested-team', 'cancelled', 'cancelled-team'])
      await messaging.emailIn('sent', `office-hours-${key}:${requestId}`);
    expect(posted()).toEqual([
      ['ann@example.com', 'Your office hours are cancelled', SUPPORT_EMAIL],
      ['ann@example.com', 'Your office hours on Friday, January 24, 2025', SUPPORT_EMAIL],
      [SUPPORT_EMAIL, 'Office hours cancelled: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
      [SUPPORT_EMAIL, 'Office hours: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
    ]);
  });

  it('show typed text to the team only, unless the member has verified the mailbox', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.emailIn('sent', `office-hours-requested:${requestId}`);
    await messaging.emailIn('sent', `office-hours-requested-team:${requestId}`);
    const to = (address: string) =>
      JSON.stringify(sendgrid.received.filter(({ personalizations }) => personalizations[0]!.to[0]!.email === address));
    expect(to('ann@example.com')).not.toMatch(/Ann|My first rebuttal/);
    expect(to(SUPPORT_EMAIL)).toContain('My first rebuttal');
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ requestId: OTHER }));
    await messaging.emailIn('sent', `office-hours-requested:${OTHER}`);
    expect(to('ann@example.com')).toMatch(/Hello Ann,.*My first rebuttal/);
  });

  it('link to the association’s own meeting', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.emailIn('sent', `office-hours-requested:${requestId}`);
    const confirmation = sendgrid.received.find(({ subject }) => subject.startsWith('Your office hours'))!;
    expect(confirmation.content[0]!.value).toContain('https://zoom.us/j/8005551234');
  });
});
