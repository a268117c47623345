import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContract } from '@lectern/contracts/route';
import { SharedText } from '../web/written-file.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The texts of answers, for as long as somebody holds the answer. */
const texts = new WeakMap<object, SharedText>();

/**
 * What to send of an answer that is the same for everybody, whose headers a reply is given: it is written and packed once, however many
 * are given it. A browser asks each time whether it is still the same.
 */
export const sendShared = (
  contract: RouteContract,
  answer: object,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> => {
  const text =
    texts.get(answer) ?? new SharedText(async () => JSON.stringify(contract.response.parse(answer)), JSON_TYPE);
  texts.set(answer, text);
  return text.prepare(request, reply);
};
