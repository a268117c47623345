import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ReceivedPost {
  body: string;
  headers: IncomingHttpHeaders;
}

/** An endpoint that keeps the requests that it receives, and answers with the configured status. */
export interface WebhookReceiver {
  url: string;
  posts: ReceivedPost[];
  /** Status of the next answers; 200 at first. */
  status: number;
  /** Resolves with the posts once `isEnough` says so of them. */
  until(isEnough: (posts: readonly ReceivedPost[]) => boolean): Promise<readonly ReceivedPost[]>;
  close(): Promise<void>;
}

export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const posts: ReceivedPost[] = [];
  let wake: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(receiver.status).end('{}');
      posts.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      for (const each of wake.splice(0)) each();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    posts,
    status: 200,
    until: async (isEnough) => {
      while (!isEnough(posts)) await new Promise<void>((resolve) => wake.push(resolve));
      return posts;
    },
    close: async () => {
      wake = [];
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};
