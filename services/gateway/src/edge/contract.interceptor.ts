import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { concatMap, finalize, from, lastValueFrom, type Observable } from 'rxjs';
import { DomainError, type FieldErrors, fieldErrors } from '@lectern/contracts/errors';
import { isPrompt } from '@lectern/contracts/prompts';
import { fileAnswer, redirection } from '@lectern/contracts/fields';
import { fileStream, taggedFileStream } from '@lectern/contracts/file-stream';
import { IDEMPOTENCY_HEADER } from '@lectern/contracts/idempotency';
import type { RouteContract } from '@lectern/contracts/route';
import { mapTexts, withoutInvisible, withoutTurns } from '@lectern/service-kit/text/invisible-characters';
import { ResponseCache } from '../cache/response-cache.ts';
import { type Call, type EdgeRequest, servedConfigOf } from './serves.decorator.ts';
import { idempotencyOf } from './idempotency.ts';
import { originOf } from './origin.ts';
import { unstorableFields } from './storable-text.ts';
import { sendFile } from './send-file.ts';
import { sendShared } from './send-shared.ts';
import { sendStream, sendTaggedStream } from './send-stream.ts';

const PARTS = ['params', 'query', 'body'] as const;

/** Validates a request against its route's contract before the handler runs, and strips the response to the fields of the contract. */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(private readonly cache: ResponseCache) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const { contract } = servedConfigOf(request);
    if (contract === undefined || request.isAdmitted !== true)
      throw new Error('Every request of the API is let in by its contract before it is handled');
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (request.session !== undefined) return from(this.answerAhead(contract, request, request.session, reply, next));
    request.call = this.check(contract, request, reply);
    return next.handle().pipe(
      concatMap(async (answer: unknown) => this.answer(contract, answer, request, reply)),
      // Runs before the response goes out, whether the write succeeded or failed, so that the caller reads their own write. Provider
      // webhooks rely on published events.
      finalize(() => void (contract.method !== 'GET' && contract.audience !== 'webhook' && this.cache.forgetAll())),
    );
  }

  /** Waits for the session before it sends anything of the response; an error of the session comes first. */
  private async answerAhead(
    contract: RouteContract,
    request: EdgeRequest,
    session: Promise<unknown>,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const headers: [string, string][] = [];
    const read = async (): Promise<unknown> => {
      request.call = {
        ...this.check(contract, request, reply),
        setHeader: (name, value) => void headers.push([name, value]),
      };
      return lastValueFrom(next.handle());
    };
    const reading = read();
    // Awaited below; where the session does not count, the response goes out without waiting for this.
    reading.catch(() => undefined);
    await session;
    const answer = await reading;
    for (const [name, value] of headers) void reply.header(name, value);
    return this.answer(contract, answer, request, reply);
  }

  private answer(contract: RouteContract, answer: unknown, request: EdgeRequest, reply: FastifyReply): unknown {
    if (contract.isShared === true) return sendShared(contract, answer as object, request, reply);
    if (contract.response === fileAnswer) return sendFile(fileAnswer.parse(answer), reply);
    if (contract.response === fileStream) return sendStream(fileStream.parse(answer), reply);
    if (contract.response === taggedFileStream) return sendTaggedStream(taggedFileStream.parse(answer), request, reply);
    if (contract.response !== redirection) return contract.response.parse(answer);
    void reply.header('location', redirection.parse(answer).redirectTo);
    return undefined;
  }

  private check(contract: RouteContract, request: EdgeRequest, reply: FastifyReply): Call<RouteContract> {
    const parsed: Record<string, unknown> = {};
    let broken: FieldErrors | undefined;
    for (const part of PARTS) {
      const schema = contract[part];
      if (schema === undefined) continue;
      if (part === 'body' && contract.takesFile !== undefined) {
        parsed[part] = request.body ?? '';
        continue;
      }
      const sent = part === 'body' ? (request.body ?? {}) : { ...(request[part] as object) };
      // A provider's message stays as its signature covers it.
      const isTyped = part !== 'params' && contract.audience !== 'webhook';
      const result = schema.safeParse(isTyped ? mapTexts(sent, withoutInvisible) : sent);
      const wrong = result.success ? unstorableFields(result.data) : fieldErrors(result.error);
      if (result.success) parsed[part] = isTyped ? mapTexts(result.data, withoutTurns) : result.data;
      if (!result.success || Object.keys(wrong).length > 0) broken = { ...broken, ...wrong };
    }
    if (broken !== undefined) {
      // One sentence for all invalid fields says more than "check the fields".
      const [first, more] = new Set(Object.values(broken));
      const ofMissing = Object.values(broken).some(isPrompt) ? contract.missingMessage : undefined;
      const message = ofMissing ?? (more === undefined || contract.reportsFirstError === true ? first : undefined);
      throw new DomainError('invalid_request', { fields: broken, ...(message === undefined ? {} : { message }) });
    }
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    return {
      params: parsed['params'],
      query: parsed['query'],
      body: parsed['body'],
      caller: request.user,
      origin: originOf(request),
      signedBody: signedBodyOf(contract, request.body),
      idempotency: contract.idempotent === true ? idempotencyOf(header(IDEMPOTENCY_HEADER), parsed) : undefined,
      header,
      method: request.method,
      setStatus: (status: number) => void reply.status(status),
      setHeader: (name: string, value: string) => void reply.header(name, value),
    } as Call<RouteContract>;
  }
}

const signedBodyOf = ({ takes }: RouteContract, body: unknown): string => {
  if (!Buffer.isBuffer(body)) return '';
  return takes === 'signed' ? body.toString('utf8') : takes === 'signed-form' ? body.toString('base64') : '';
};
