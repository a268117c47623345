import type { FastifyInstance } from 'fastify';
import { time } from '../web/format.ts';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/layout.ts';
import type { ZoomAccount } from './zoom-account.ts';
import type { StoredRecording, ZoomDelivery } from './zoom-store.ts';
import type { ZoomWebhook } from './zoom-webhook.ts';

export interface ZoomPageOptions {
  account: ZoomAccount;
  webhook: ZoomWebhook;
}

const SHOWN = 100;
const MAX_TOPIC = 200;
const BADGES = { pending: 'wait', delivered: 'ok', dropped: 'stop', failed: 'stop' } as const;

/** Recordings and deliveries for people, and the page where a recording is watched. */
export const zoomPage = async (app: FastifyInstance, { account, webhook }: ZoomPageOptions): Promise<void> => {
  app.get('/zoom', async (_request, reply) => {
    const recordings = [...account.store.all('recordings')].sort((one, other) =>
      other.startTime.localeCompare(one.startTime),
    );
    return sendPage(reply, {
      title: 'Recordings',
      section: 'zoom',
      body: html`
        <div>
          <h1>Recordings</h1>
          <p class="lede">${recordings.length === 0 ? 'No meeting has been recorded yet.' : `${recordings.length.toLocaleString('en-US')} recorded ${recordings.length === 1 ? 'meeting' : 'meetings'}, newest first.`}</p>
        </div>
        <section class="card">
          <h2>End a meeting</h2>
          <form method="post" action="/zoom/record" class="row">
            <input type="text" name="topic" value="Weekly Debate Club" aria-label="Topic" maxlength="${MAX_TOPIC}" class="grow" required>
            <button class="primary">Record it</button>
          </form>
        </section>
        <section class="card" aria-label="Recordings">${recordingsTable(recordings.slice(0, SHOWN))}</section>
        <section class="card">
          <h2>Deliveries</h2>
          ${webhook.endpoint === undefined ? html`<p class="empty">No deliveries: there is no webhook endpoint.</p>` : deliveriesTable(account.store.all('deliveries').slice(-SHOWN).toReversed())}
        </section>`,
    });
  });

  app.post<{ Body: string }>('/zoom/record', async (request, reply) => {
    const topic = (new URLSearchParams(request.body).get('topic') ?? '').trim().slice(0, MAX_TOPIC);
    if (topic !== '') account.record({ topic });
    return reply.redirect('/zoom', 303);
  });

  app.post<{ Body: string }>('/zoom/change', async (request, reply) => {
    const form = new URLSearchParams(request.body);
    const uuid = form.get('uuid') ?? '';
    const change = form.get('change');
    if (change === 'trash') account.trash(uuid);
    if (change === 'recover') account.recover(uuid);
    if (change === 'delete') account.delete(uuid);
    return reply.redirect('/zoom', 303);
  });

  app.get<{ Params: { file: string }; Querystring: { pwd?: string } }>('/zoom/play/:file', async (request, reply) => {
    const found = account.file(request.params.file);
    if (found === undefined)
      return sendPage(reply, {
        title: 'No such recording',
        status: 404,
        narrow: true,
        body: html`<h1>This recording does not exist</h1><p>It may have been deleted by its owner.</p>`,
      });
    const { recording, file } = found;
    if (recording.passcode !== null && request.query.pwd !== recording.passcode)
      return sendPage(reply, {
        title: 'Passcode required',
        status: 403,
        narrow: true,
        body: html`<h1>This recording is protected</h1><p>Its address must carry the passcode.</p>`,
      });
    return sendPage(reply, {
      title: recording.topic,
      narrow: true,
      body: html`
        <h1>${recording.topic}</h1>
        <section class="card stack">
          <p>Here Zoom would play the recording.</p>
          <dl>
            <dt>Recorded</dt><dd>${time(Date.parse(recording.startTime) / 1000)}</dd>
            <dt>Length</dt><dd>${recording.duration} minutes</dd>
            <dt>File</dt><dd>${file.recordingType.replaceAll('_', ' ')}, ${file.fileType}</dd>
          </dl>
        </section>`,
    });
  });
};

const recordingsTable = (recordings: readonly StoredRecording[]): Html => {
  if (recordings.length === 0) return html`<p class="empty">Recordings appear here once a meeting has ended.</p>`;
  return html`<div class="scroll"><table>
    <thead><tr><th>Topic</th><th>Began</th><th class="number">Length</th><th>Files</th><th></th></tr></thead>
    <tbody>${recordings.map(
      (recording) => html`<tr>
        <td>${recording.topic}<br><code class="small muted">${recording.id}</code></td>
        <td class="when">${time(Date.parse(recording.startTime) / 1000)}</td>
        <td class="number">${recording.duration} min</td>
        <td>${recording.files.map((file) => html`<div><a href="/zoom/play/${file.id}${recording.passcode !== null && `?pwd=${encodeURIComponent(recording.passcode)}`}">${file.recordingType.replaceAll('_', ' ')}</a> <span class="small muted">${file.fileType}</span></div>`)}</td>
        <td><form method="post" action="/zoom/change" class="row"><input type="hidden" name="uuid" value="${recording.id}">
          ${recording.isTrashed ? html`<span class="badge stop">In the trash</span><button class="quiet" name="change" value="recover">Recover</button>` : html`<button class="quiet" name="change" value="trash">Trash</button>`}
          <button class="quiet" name="change" value="delete">Delete</button></form></td>
      </tr>`,
    )}</tbody>
  </table></div>`;
};

const deliveriesTable = (deliveries: readonly ZoomDelivery[]): Html => {
  if (deliveries.length === 0) return html`<p class="empty">No deliveries yet.</p>`;
  return html`<div class="scroll"><table>
    <thead><tr><th>Event</th><th>Meeting</th><th>When</th><th>Tries</th><th>State</th></tr></thead>
    <tbody>${deliveries.map(
      ({ event, uuid, createdAt, attempts, lastStatus, status }) => html`<tr>
        <td>${event}</td><td><code>${uuid}</code></td><td class="when">${time(createdAt / 1000)}</td>
        <td>${attempts}</td>
        <td><span class="badge ${BADGES[status]}">${status}</span>${lastStatus !== null && ` ${lastStatus}`}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
};
