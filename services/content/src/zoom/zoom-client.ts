import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { inProviderCall, recordProviderStatus } from '@lectern/service-kit/tracing/provider-call';
import { ContentConfig } from '../config.ts';
import { type ZoomAccess, zoomAccess } from './zoom-access.ts';
import { ZoomError } from './zoom-error.ts';
import { zoomErrorBody, type ZoomMeeting, zoomMeeting, zoomMeetingPage, zoomToken, zoomUser } from './zoom-shapes.ts';

const PAGE_SIZE = 300;
/** More pages than a month can fill; a list whose page tokens form a cycle stops here. */
const MAX_PAGES = 200;
/** A token that expires this soon is not used. */
const TOKEN_MARGIN_MS = 60_000;
const RECORDING_MISSING = 3301;
/** Zoom reports the end of a daily limit as a time, hours away; a request does not wait that long. */
const LONGEST_PAUSE_MS = 5_000;

export interface ZoomHost {
  readonly id: string;
  /** No recording of this host is older. */
  readonly createdAt: Date | null;
}

interface Token {
  readonly text: string;
  readonly endsAt: number;
}

/**
 * Zoom's REST API of cloud recordings, as a server-to-server app (https://developers.zoom.us/docs/internal-apps/s2s-oauth/).
 * Every call is a read, so each is tried up to four times while Zoom is unreachable, busy or failing. Throws `ZoomError`.
 */
@Injectable()
export class ZoomClient {
  /** Timeout of one try, and the first pause between tries, which doubles. */
  protected readonly timeoutMs: number = 8_000;
  protected readonly firstPauseMs: number = 250;
  protected readonly tries: number = 4;

  private readonly access: ZoomAccess | null;
  private token: Token | undefined;
  private askedToken: Promise<Token> | undefined;
  private knownHost: Promise<ZoomHost> | undefined;

  constructor(@Inject(ContentConfig) config: ContentConfig) {
    this.access = zoomAccess(config);
  }

  /** False where no Zoom credentials are configured. No other member may be called then. */
  get isOn(): boolean {
    return this.access !== null;
  }

  /** The host whose recordings are shown. Requested once. */
  host(): Promise<ZoomHost> {
    this.knownHost ??= this.get(`/users/${encodeURIComponent(this.requireAccess().userId)}`, zoomUser).then(
      ({ id, created_at }) => ({
        id,
        createdAt: instantOf(created_at),
      }),
    );
    const asked = this.knownHost;
    asked.catch(() => {
      if (this.knownHost === asked) this.knownHost = undefined;
    });
    return asked;
  }

  /**
   * The host's recordings of meetings that began from the day of `from` to the day of `to` (UTC, both included), all pages.
   * At most a month: Zoom answers a longer period in part only.
   */
  async recordingsBetween(from: Date, to: Date, signal?: AbortSignal): Promise<ZoomMeeting[]> {
    const found: ZoomMeeting[] = [];
    let next = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({
        from: dayOf(from),
        to: dayOf(to),
        page_size: String(PAGE_SIZE),
        ...(next !== '' && { next_page_token: next }),
      });
      const answer = await this.get(
        `/users/${encodeURIComponent(this.requireAccess().userId)}/recordings?${query.toString()}`,
        zoomMeetingPage,
        signal,
      );
      found.push(...(answer.meetings ?? []));
      next = answer.next_page_token ?? '';
      if (next === '') return found;
    }
    throw new ZoomError(`Zoom's list of recordings has no end after ${MAX_PAGES} pages`, 200, null, false);
  }

  /** The recording of one occurrence, by any host; null where there is none (any more). */
  async recordingOf(meetingUuid: string, signal?: AbortSignal): Promise<ZoomMeeting | null> {
    // Encoded twice, as Zoom requires for UUIDs with slashes; others are not affected.
    const named = encodeURIComponent(encodeURIComponent(meetingUuid));
    try {
      return await this.get(`/meetings/${named}/recordings`, zoomMeeting, signal);
    } catch (error) {
      if (error instanceof ZoomError && error.status === 404 && error.code === RECORDING_MISSING) return null;
      throw error;
    }
  }

  private requireAccess(): ZoomAccess {
    if (this.access === null) throw new Error('Recordings are off');
    return this.access;
  }

  private async get<S extends z.ZodMiniType>(path: string, shape: S, signal?: AbortSignal): Promise<z.output<S>> {
    let hasRefreshed = false;
    for (;;) {
      const token = await this.currentToken();
      const headers = { authorization: `Bearer ${token.text}` };
      try {
        return await this.patiently(
          () => this.fetch(`${this.requireAccess().apiUrl}${path}`, { headers }, shape, signal),
          signal,
        );
      } catch (error) {
        // Tokens may expire early, for example when the app is changed at Zoom.
        if (!(error instanceof ZoomError && error.status === 401) || hasRefreshed) throw error;
        hasRefreshed = true;
        if (this.token === token) this.token = undefined;
      }
    }
  }

  /** All callers that need a new token wait for the same request. */
  private currentToken(): Promise<Token> {
    if (this.token !== undefined && this.token.endsAt > Date.now()) return Promise.resolve(this.token);
    this.askedToken ??= this.askForToken()
      .then((token) => (this.token = token))
      .finally(() => (this.askedToken = undefined));
    return this.askedToken;
  }

  private async askForToken(): Promise<Token> {
    const { accountId, clientId, clientSecret, tokenUrl } = this.requireAccess();
    const query = new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId });
    const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
    const { access_token, expires_in } = await this.patiently(() =>
      this.fetch(`${tokenUrl}?${query.toString()}`, { method: 'POST', headers }, zoomToken),
    );
    // By the machine's clock, like Zoom's, not by the application clock.
    return { text: access_token, endsAt: Date.now() + expires_in * 1_000 - TOKEN_MARGIN_MS };
  }

  private async patiently<T>(call: () => Promise<Answered<T>>, signal?: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await call();
      if (answer.error === undefined) return answer.value;
      const wait = answer.retryAfterMs ?? this.firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random() / 2);
      if (!answer.error.isTransient || attempt >= this.tries || wait > LONGEST_PAUSE_MS || signal?.aborted === true)
        throw answer.error;
      await pause(wait, undefined, { signal }).catch(() => {
        throw answer.error;
      });
    }
  }

  /** One try. Returns an error instead of throwing it. */
  private async fetch<S extends z.ZodMiniType>(
    url: string,
    init: { method?: string; headers: Record<string, string> },
    shape: S,
    signal?: AbortSignal,
  ): Promise<Answered<z.output<S>>> {
    const { pathname, hostname } = new URL(url);
    // The user id in the path may be an email address, so spans carry a template.
    const template = pathname.replace(/(users|meetings)\/[^/]+/, '$1/{id}');
    const limit = AbortSignal.timeout(this.timeoutMs);
    let answer: Response;
    let text: string;
    try {
      [answer, text] = await inProviderCall(
        { method: init.method ?? 'GET', template, host: hostname },
        async (span) => {
          const response = await fetch(url, {
            ...init,
            headers: { accept: 'application/json', ...init.headers },
            redirect: 'error',
            signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
          });
          recordProviderStatus(span, response.status);
          return [response, await response.text()];
        },
      );
    } catch (error) {
      return { error: new ZoomError(`Zoom did not answer ${pathname}`, null, null, true, error) };
    }
    const body = parsed(text);
    if (!answer.ok) {
      const { code, message, reason, error } = zoomErrorBody.safeParse(body).data ?? {};
      const said = message ?? reason ?? error ?? 'nothing that can be read';
      return {
        error: new ZoomError(`Zoom answered ${pathname} with ${answer.status}: ${said}`, answer.status, code ?? null),
        retryAfterMs: retryAfterMs(answer.headers.get('retry-after')),
      };
    }
    const read = shape.safeParse(body);
    if (read.success) return { value: read.data };
    return {
      error: new ZoomError(
        `Zoom answered ${pathname} with something else than its documentation says`,
        answer.status,
        null,
        false,
        read.error,
      ),
    };
  }
}

type Answered<T> =
  | { readonly value: T; readonly error?: undefined; readonly retryAfterMs?: undefined }
  | { readonly error: ZoomError; readonly retryAfterMs?: number | undefined };

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

const instantOf = (text: string | null | undefined): Date | null => {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? null : instant;
};

/** Reads seconds or a date; undefined for anything else. */
const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const instant = instantOf(header);
  return instant === null ? undefined : Math.max(0, instant.getTime() - Date.now());
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
