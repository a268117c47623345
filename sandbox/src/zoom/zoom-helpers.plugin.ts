import type { FastifyInstance, FastifyReply } from 'fastify';
import { recordingView } from './recording-view.ts';
import type { NewRecording, ZoomAccount } from './zoom-account.ts';
import { NO_ZOOM_API_FAULTS, NO_ZOOM_DELIVERY_FAULTS, readZoomFaults, type ZoomApiFaults } from './zoom-faults.ts';
import type { ZoomWebhook } from './zoom-webhook.ts';

export interface ZoomHelperOptions {
  account: ZoomAccount;
  webhook: ZoomWebhook;
  setApiFaults: (faults: ZoomApiFaults) => void;
}

const MAX_FILES = 50;

/** Routes with which tests and the page control the Zoom emulator; Zoom itself has none of these. */
export const zoomHelpers = async (
  app: FastifyInstance,
  { account, webhook, setApiFaults }: ZoomHelperOptions,
): Promise<void> => {
  const view = (recording: Parameters<typeof recordingView>[0]): object => recordingView(recording, account.publicUrl);

  app.get('/zoom/test_helpers/recordings', async () =>
    account.store.all('recordings').map((recording) => ({ ...view(recording), trashed: recording.isTrashed })),
  );

  app.post<{ Body: string }>('/zoom/test_helpers/recordings', async (request, reply) => {
    const asked = readNewRecording(readJson(request.body));
    if (typeof asked === 'string') return refuse(reply, 400, asked);
    if (asked.uuid !== undefined && account.store.get('recordings', asked.uuid) !== undefined)
      return refuse(reply, 409, 'there is a recording of this uuid');
    return reply.code(201).send(view(account.record(asked)));
  });

  app.post<{ Params: { change: string }; Body: string }>(
    '/zoom/test_helpers/recordings/:change',
    async (request, reply) => {
      const body = readJson(request.body);
      const { uuid, topic } = body ?? {};
      const { change } = request.params;
      if (typeof uuid !== 'string') return refuse(reply, 400, 'uuid is the uuid of a recording');
      if (change === 'rename' && (typeof topic !== 'string' || topic === ''))
        return refuse(reply, 400, 'topic is a text');
      const changes: Record<string, () => object | undefined> = {
        trash: () => account.trash(uuid),
        recover: () => account.recover(uuid),
        delete: () => account.delete(uuid),
        rename: () => account.rename(uuid, String(topic)),
      };
      if (!Object.hasOwn(changes, change)) return refuse(reply, 404, 'one can trash, recover, delete and rename');
      return changes[change]?.() === undefined
        ? refuse(reply, 404, 'there is no such recording')
        : { uuid, [change]: true };
    },
  );

  app.post('/zoom/test_helpers/tokens/expire', async () => {
    const now = account.clock.now();
    account.store.transaction(() => {
      for (const token of [...account.store.all('tokens')]) account.store.put('tokens', { ...token, expiresAt: now });
    });
    return { expired: account.store.all('tokens').length };
  });

  app.post('/zoom/test_helpers/validate', async () => webhook.validate());

  app.post<{ Body: string }>('/zoom/test_helpers/delivery', async (request, reply) => {
    const faults = readZoomFaults(readJson(request.body), NO_ZOOM_DELIVERY_FAULTS);
    if (typeof faults === 'string') return refuse(reply, 400, faults);
    webhook.faults = faults;
    return faults;
  });

  app.post<{ Body: string }>('/zoom/test_helpers/api', async (request, reply) => {
    const faults = readZoomFaults(readJson(request.body), NO_ZOOM_API_FAULTS);
    if (typeof faults === 'string') return refuse(reply, 400, faults);
    setApiFaults(faults);
    return faults;
  });

  app.post<{ Body: string }>('/zoom/test_helpers/redeliver', async (request, reply) => {
    const id = readJson(request.body)?.['delivery'];
    return typeof id === 'string' && webhook.redeliver(id)
      ? { delivery: id }
      : refuse(reply, 404, 'delivery is the id of a delivery, and there is an endpoint');
  });

  app.get('/zoom/test_helpers/deliveries', async () => ({
    deliveries: account.store.all('deliveries').slice(-500).toReversed(),
    pending: account.store.where('deliveries', 'status', 'pending').length,
  }));
};

/** The recording that the body describes, or a message about its fault. */
const readNewRecording = (body: Record<string, unknown> | undefined): NewRecording | string => {
  if (body === undefined) return 'the body is a JSON object';
  const { topic, startTime, duration, files, meetingId, uuid, hostId, passcode, ...other } = body;
  const [unknown] = Object.keys(other);
  if (unknown !== undefined) return `there is no field named ${unknown}`;
  for (const [name, value] of Object.entries({ topic, uuid, hostId, passcode }))
    if (value !== undefined && (typeof value !== 'string' || value === '')) return `${name} is a text`;
  if (startTime !== undefined && (typeof startTime !== 'string' || Number.isNaN(Date.parse(startTime))))
    return 'startTime is an ISO instant';
  if (duration !== undefined && !isWhole(duration, 0, 24 * 60)) return 'duration is a number of minutes, up to a day';
  if (meetingId !== undefined && !isWhole(meetingId, 100_000_000, 999_999_999_999))
    return 'meetingId is a number of 9 to 12 digits';
  if (files !== undefined && !(Array.isArray(files) && files.length <= MAX_FILES && files.every(isFile)))
    return 'files is a list of {"recording_type","file_type"}';
  return body;
};

const isWhole = (value: unknown, from: number, to: number): boolean => {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
};

const isFile = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { recording_type, file_type } = value as Record<string, unknown>;
  return typeof recording_type === 'string' && typeof file_type === 'string';
};

const readJson = (body: unknown): Record<string, unknown> | undefined => {
  if (typeof body !== 'string' || body === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply => {
  return reply.code(status).send({ error: { message } });
};
