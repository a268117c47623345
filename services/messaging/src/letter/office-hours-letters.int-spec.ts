import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { officeHoursFact } from '../testing/facts.ts';
import { type RunningMessaging, startMessaging, SUPPORT_EMAIL } from '../testing/running-messaging.ts';
import { type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

// Other suites share the machine.
jest.setTimeout(60_000);

const { requestId } = officeHoursFact();

describe('letters about the office hours', () => {
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
    await messaging.dataSource.query('TRUNCATE letters');
    sendgrid.received.length = 0;
  });

  const posted = () =>
    sendgrid.received.map(({ subject, personalizations, reply_to }) => [personalizations[0]!.to[0]!.email, subject, reply_to?.email]).toSorted();

  it('reach the member and the team once each, however often it is told, and in whatever order', async () => {
    const [requested, cancelled] = [officeHoursFact(), officeHoursFact({ change: 'cancelled' })];
    await Promise.all([cancelled, requested, cancelled, requested].map((fact) => messaging.tell(officeHoursChanged, fact)));
    for (const key of ['requested', 'requested-team', 'cancelled', 'cancelled-team']) await messaging.letterIn('sent', `office-hours-${key}:${requestId}`);
    expect(posted()).toEqual([
      ['ann@example.com', 'Your office hours are cancelled', SUPPORT_EMAIL],
      ['ann@example.com', 'Your office hours on Friday, January 24, 2025', SUPPORT_EMAIL],
      [SUPPORT_EMAIL, 'Office hours given back: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
      [SUPPORT_EMAIL, 'Office hours: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
    ]);
  });

  it('lead to the association’s own meeting', async () => {
    await messaging.tell(officeHoursChanged, officeHoursFact());
    await messaging.letterIn('sent', `office-hours-requested:${requestId}`);
    const confirmation = sendgrid.received.find(({ subject }) => subject.startsWith('Your office hours'))!;
    expect(confirmation.content[0]!.value).toContain('https://zoom.us/j/8005551234');
  });
});
