import type { FastifyReply, FastifyRequest } from 'fastify';
import { htmlPage } from '@lectern/contracts/fields';
import type { RouteContract } from '@lectern/contracts/route';
import { SharedText } from '../web/written-file.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** Serialized responses, for as long as the response object is alive. */
const texts = new WeakMap<object, SharedText>();

const textOf = (contract: RouteContract, answer: object): SharedText =>
  contract.response === htmlPage
    ? new SharedText(async () => htmlPage.parse(answer).html, HTML_TYPE)
    : new SharedText(async () => JSON.stringify(contract.response.parse(answer)), JSON_TYPE);

/**
 * Sends a response that is the same for all callers, and sets its headers: it is serialized and compressed once for all of them.
 * A browser revalidates it each time.
 */
export const sendShared = (
  contract: RouteContract,
  answer: object,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> => {
  const text = texts.get(answer) ?? textOf(contract, answer);
  texts.set(answer, text);
  return text.prepare(request, reply);
};
