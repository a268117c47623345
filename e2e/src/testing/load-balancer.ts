import { request } from 'node:http';
import { errorCode } from '@lectern/tools/error-code';
import type { Answer } from './person.ts';

export interface BalancedRequest {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ANSWERED_WITHIN_MS = 40_000;

/** nginx never sends these a second time. */
const NOT_REPEATABLE = ['POST', 'PATCH'];

/**
 * Stands before the gateways of a system as nginx does (`deploy/nginx/lectern/gateway.conf`): each request begins with another
 * gateway, on a connection of its own, and goes to the next one where none can be made, whatever the request. One that was sent
 * and cut off goes to the next one if it can be repeated without harm; otherwise its client gets an error.
 */
export class LoadBalancer {
  private turn = 0;

  /** @param siteUrls where the gateways are; none of them is better than another */
  constructor(private readonly siteUrls: readonly string[]) {}

  /** The answer, whatever its status. Throws when no gateway could be reached, or the one that was hung up. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, token, headers }: BalancedRequest = {},
  ): Promise<Answer<T>> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const all = {
      ...(sent === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
    // Others are given their turn while this one waits.
    const first = this.turn;
    this.turn += 1;
    for (let tried = 1; ; tried += 1) {
      const siteUrl = this.siteUrls[(first + tried - 1) % this.siteUrls.length]!;
      try {
        return await ask<T>(siteUrl + path, method, all, sent);
      } catch (error) {
        const code = errorCode(error);
        const isPassedOn = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && !NOT_REPEATABLE.includes(method));
        if (!isPassedOn || tried >= this.siteUrls.length) throw error;
      }
    }
  }
}

const ask = <T>(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer<T>> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers, agent: false, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const reported = new Headers(
            Object.entries(answer.headers).flatMap(([name, value]) =>
              value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
            ),
          );
          try {
            resolve({
              status: answer.statusCode ?? 0,
              headers: reported,
              body: (reported.get('content-type')?.includes('json') === true ? JSON.parse(text) : text) as T,
            });
          } catch {
            reject(
              new Error(`${method} ${url} answered ${answer.statusCode} with what is no JSON: ${text.slice(0, 200)}`),
            );
          }
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
