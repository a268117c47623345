import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: { email: string };
  readonly subject: string;
  readonly reply_to?: { email: string; name?: string };
  readonly headers?: Record<string, string>;
  readonly personalizations: { to: { email: string; name?: string }[] }[];
  readonly content: { type: string; value: string }[];
  readonly custom_args: { emailId: string };
  readonly attachments?: { filename: string; type: string; content: string; disposition: string }[];
}

export type Answer = (response: ServerResponse, mail: ReceivedMail) => void;

/** Answers of the provider. A cut comes after the email was taken. */
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
  /** Everything that arrived, whatever the answer was. */
  readonly received: ReceivedMail[];
  /** Answers from now on; the last one stays. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** A mail provider that does as it is told, for what the sandbox does not: single answers in a row. */
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
