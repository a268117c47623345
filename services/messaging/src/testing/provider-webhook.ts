import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import type { RunningMessaging } from './running-messaging.ts';

/** Where the provider posts its events. */
export interface ProviderWebhook {
  readonly url: string;
  readonly server: Server;
}

/** Passes the provider's posts to messaging as the gateway does, once `mayPass` answers, and refuses them where it answers `false`. */
export const startProviderWebhook = async (
  messaging: RunningMessaging,
  mayPass: () => Promise<boolean>,
): Promise<ProviderWebhook> => {
  const server = createServer((request, response) => {
    void (async () => {
      const payload = (await buffer(request)).toString();
      if (!(await mayPass())) return response.writeHead(503).end();
      const header = (name: string): string => String(request.headers[`x-twilio-email-event-webhook-${name}`]);
      await messaging.rpc
        .call(receiveSendgridEvents, { payload, signature: header('signature'), timestamp: header('timestamp') })
        .then(
          () => response.writeHead(200).end(),
          () => response.writeHead(503).end(),
        );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};
