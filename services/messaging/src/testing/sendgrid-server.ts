import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: { email: string; name?: string };
  readonly subject: string;
  readonly reply_to?: { email: string; name?: string };
  readonly headers?: Record<string, string>;
  readonly personalizations: {
    to: { email: string; name?: string }[];
    custom_args: { recipientId: string; batchId: string };
    headers?: Record<string, string>;
    substitutions?: Record<string, string>;
  }[];
  readonly content: { type: string; value: string }[];
  readonly attachments?: { filename: string; type: string; content: string; disposition: string }[];
}

export type Answer = (response: ServerResponse, mail: ReceivedMail) => void;

/** Answers of the provider. A cut comes after the email was accepted. */
export const accept: Answer = (response) => void response.writeHead(202, { 'x-message-id': 'message-1' }).end();
export const cut: Answer = (response) => void response.socket?.destroy();
export const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"errors":[{"message":"no"}]}');

export interface SendgridServer {
  readonly url: string;
  /** All requests that arrived, whatever the answer was. */
  readonly received: ReceivedMail[];
  /** Sets the next answers; the last one repeats. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** A mail provider with scripted answers, for cases that the sandbox does not cover. */
export const startSendgridServer = async (): Promise<SendgridServer> => {
  const received: ReceivedMail[] = [];
  let answers: Answer[] = [accept];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const mail = JSON.parse(body) as ReceivedMail;
      received.push(mail);
      const next = answers.length > 1 ? answers.shift()! : answers[0]!;
      next(response, mail);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...given) => {
      answers = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
