import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordingView } from './recording-view.ts';
import { HOST, type ZoomAccount } from './zoom-account.ts';
import { ACCOUNT_ID, CLIENT_ID, CLIENT_SECRET } from './zoom-credentials.ts';
import { ZoomOAuthRefusal, ZoomRefusal } from './zoom-error.ts';
import { happens, type ZoomApiFaults } from './zoom-faults.ts';
import type { StoredRecording } from './zoom-store.ts';

export interface ZoomApiOptions {
  account: ZoomAccount;
  faults: () => ZoomApiFaults;
}

const TOKEN_SECONDS = 3600;
const DEFAULT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 300;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

type ListQuery = { from?: string; to?: string; page_size?: string; next_page_token?: string };

/** Zoom's server-to-server OAuth and what of its REST API is about cloud recordings. */
export const zoomApi = async (app: FastifyInstance, options: ZoomApiOptions): Promise<void> => {
  const { account } = options;
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ZoomRefusal || error instanceof ZoomOAuthRefusal)
      return reply.code(error.status).send(error.toBody());
    app.log.error({ err: error }, 'Zoom emulator: a request failed');
    return reply.code(500).send({ code: 500, message: 'Internal server error.' });
  });

  for (const prefix of ['', '/zoom']) {
    app.post<{ Body: unknown; Querystring: Record<string, string> }>(`${prefix}/oauth/token`, (request, reply) =>
      troubled(options, request, reply, () => issueToken(account, request)),
    );

    app.get<{ Params: { userId: string } }>(`${prefix}/v2/users/:userId`, (request, reply) =>
      troubled(options, request, reply, () => {
        authenticate(account, request);
        if (hostOf(account, request.params.userId) !== HOST.id)
          throw new ZoomRefusal(404, 1001, `User does not exist: ${request.params.userId}.`);
        return {
          id: HOST.id,
          email: HOST.email,
          first_name: HOST.firstName,
          last_name: HOST.lastName,
          type: 2,
          account_id: ACCOUNT_ID,
          status: 'active',
          created_at: HOST.createdAt,
        };
      }),
    );

    app.get<{ Params: { userId: string }; Querystring: ListQuery }>(
      `${prefix}/v2/users/:userId/recordings`,
      (request, reply) =>
        troubled(options, request, reply, () => {
          authenticate(account, request);
          return listRecordings(account, hostOf(account, request.params.userId), request.query);
        }),
    );

    app.get<{ Params: { meetingId: string } }>(`${prefix}/v2/meetings/:meetingId/recordings`, (request, reply) =>
      troubled(options, request, reply, () => {
        authenticate(account, request);
        const recording = findRecording(account, request.params.meetingId);
        if (recording === undefined) throw new ZoomRefusal(404, 3301, 'This recording does not exist.');
        return recordingView(recording, account.publicUrl);
      }),
    );
  }
};

/** Answers what `answer` does, with the troubles that were asked for. */
const troubled = async (
  { faults }: ZoomApiOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => object,
): Promise<unknown> => {
  const { rateLimit, fail, cut, delayMs } = faults();
  if (delayMs > 0) await sleep(delayMs);
  if (happens(cut)) {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (happens(rateLimit)) {
    reply.headers({
      'x-ratelimit-category': 'Medium',
      'x-ratelimit-type': 'QPS',
      'x-ratelimit-limit': 20,
      'x-ratelimit-remaining': 0,
      'retry-after': 1,
    });
    throw new ZoomRefusal(
      429,
      429,
      'You have reached the maximum per-second rate limit for this API. Try again later.',
    );
  }
  if (happens(fail)) throw new ZoomRefusal(500, 500, 'Internal server error.');
  return reply.send(answer());
};

const issueToken = (
  account: ZoomAccount,
  request: FastifyRequest<{ Body: unknown; Querystring: Record<string, string> }>,
): object => {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (Buffer.from(basic, 'base64').toString() !== `${CLIENT_ID}:${CLIENT_SECRET}`)
    throw new ZoomOAuthRefusal('invalid_client', 'Invalid client_id or client_secret');
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const parameter = (name: string): string | undefined => request.query[name] ?? form.get(name) ?? undefined;
  if (parameter('grant_type') !== 'account_credentials')
    throw new ZoomOAuthRefusal('unsupported_grant_type', 'unsupported grant type');
  if (parameter('account_id') !== ACCOUNT_ID) throw new ZoomOAuthRefusal('invalid_request', 'Bad Request');
  const now = account.clock.now();
  const token = account.store.transaction(() => {
    for (const { id, expiresAt } of [...account.store.all('tokens')])
      if (expiresAt < now - TOKEN_SECONDS) account.store.delete('tokens', id);
    return account.store.put('tokens', {
      id: randomBytes(32).toString('base64url'),
      expiresAt: now + TOKEN_SECONDS,
    });
  });
  return {
    access_token: token.id,
    token_type: 'bearer',
    expires_in: TOKEN_SECONDS - 1,
    scope:
      'cloud_recording:read:list_user_recordings:admin cloud_recording:read:list_recording_files:admin user:read:user:admin',
    api_url: account.publicUrl,
  };
};

const authenticate = (account: ZoomAccount, request: FastifyRequest): void => {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = given === undefined ? undefined : account.store.get('tokens', given);
  if (token === undefined) throw new ZoomRefusal(401, 124, 'Invalid access token.');
  if (token.expiresAt <= account.clock.now()) throw new ZoomRefusal(401, 124, 'Access token is expired.');
};

/** The id of the user in the path. @throws ZoomRefusal 1001 */
const hostOf = (account: ZoomAccount, userId: string): string => {
  if (userId === 'me' || userId === HOST.id || userId.toLowerCase() === HOST.email) return HOST.id;
  if (account.store.where('recordings', 'hostId', userId).length > 0) return userId;
  throw new ZoomRefusal(404, 1001, `User does not exist: ${userId}.`);
};

/**
 * The recording that a path names: by the meeting's number the newest, by UUID that occurrence. A UUID that begins with a slash
 * or holds two in a row must be encoded twice; encoded once, Zoom does not find it.
 */
const findRecording = (account: ZoomAccount, named: string): StoredRecording | undefined => {
  if (/^\d{9,12}$/.test(named)) return account.newestOf(Number(named));
  if (named.startsWith('/') || named.includes('//')) return undefined;
  return account.visible(decodeAgain(named));
};

const decodeAgain = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Newest first, by days in UTC, both included. A range of more than a month is answered for its last month. */
const listRecordings = (account: ZoomAccount, hostId: string, query: ListQuery): object => {
  const today = new Date(account.clock.nowMs()).toISOString().slice(0, 10);
  const to = readDay(query.to ?? today);
  const asked = readDay(query.from ?? to);
  const from = [asked, monthBefore(to)].sort().at(-1) ?? asked;
  const size = Number(query.page_size ?? DEFAULT_PAGE_SIZE);
  if (!Number.isInteger(size) || size < 1) throw new ZoomRefusal(400, 300, 'Invalid field: page_size.');
  const limit = Math.min(size, MAX_PAGE_SIZE);
  const until = new Date(Date.parse(to) + DAY_MS).toISOString();
  const all = account.store
    .where('recordings', 'hostId', hostId)
    .filter(({ isTrashed, startTime }) => !isTrashed && startTime >= from && startTime < until)
    .sort((one, other) => keyOf(other).localeCompare(keyOf(one)));
  const after =
    query.next_page_token === undefined || query.next_page_token === '' ? undefined : readToken(query.next_page_token);
  const rest = after === undefined ? all : all.filter((each) => keyOf(each) < after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    from,
    to,
    page_count: Math.ceil(all.length / limit),
    page_size: limit,
    total_records: all.length,
    next_page_token: last !== undefined && rest.length > limit ? Buffer.from(keyOf(last)).toString('base64url') : '',
    meetings: page.map((recording) => recordingView(recording, account.publicUrl)),
  };
};

const keyOf = ({ startTime, id }: StoredRecording): string => `${startTime} ${id}`;

const readToken = (token: string): string => {
  const key = Buffer.from(token, 'base64url').toString();
  if (!/^\d{4}-\d{2}-\d{2}T\S+ \S+$/.test(key))
    throw new ZoomRefusal(400, 300, 'The next page token is invalid or expired.');
  return key;
};

const readDay = (text: string): string => {
  if (!DAY.test(text) || Number.isNaN(Date.parse(text))) throw new ZoomRefusal(400, 300, 'Invalid field: date.');
  return text;
};

/** The same day of the month before, or that month's last. */
const monthBefore = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - 1);
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
};
