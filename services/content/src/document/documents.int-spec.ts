import { createHash, randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_BYTES_MAX, DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import * as contracts from '@lectern/contracts/content/document-rpc';
import { adminActed } from '@lectern/contracts/content/events';
import { listDocuments, readDocument } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { inspectPdf } from './inspect-pdf.ts';
import { aDocument, type RunningContent, startContent } from '../testing/running-content.ts';

const BY = {
  adminId: randomUUID(),
  role: 'editor' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const RULES = aDocument();
const GUIDE = aDocument({ key: 'guide', title: 'Guide', kind: 'guide' }, 'guide of the site');

let running: RunningContent;
beforeAll(async () => {
  running = await startContent({ documents: [RULES, GUIDE] });
});
afterAll(async () => {
  await running.stop();
});

const aPdf = async (pages: number): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage();
  return Buffer.from(await pdf.save());
};
const startFile = async (): Promise<string> => (await running.rpc.call(contracts.startDocumentFile, { by: BY })).id;
const add = (id: string, from: number, piece: Buffer) =>
  running.rpc.call(contracts.addDocumentPiece, { id, from, pieceBase64: piece.toString('base64') });
const finish = (id: string) => running.rpc.call(contracts.finishDocumentFile, { id });
const upload = async (file: Buffer): Promise<string> => {
  const id = await startFile();
  for (let from = 0; from < file.length; from += DOCUMENT_PIECE_BYTES)
    await add(id, from, file.subarray(from, from + DOCUMENT_PIECE_BYTES));
  await finish(id);
  return id;
};
const read = (key = 'rules') => running.rpc.call(contracts.readManagedDocument, { key });
const change = async (differences: Partial<Parameters<typeof edit>[0]>, key = 'rules') => {
  const { version, title, description } = await read(key);
  return edit({ key, version, title, description, file: null, ...differences });
};
const edit = (it: { key: string; version: number; title: string; description: string; file: string | null }) =>
  running.rpc.call(contracts.changeDocument, { ...it, by: BY });
const restore = (version: number, earlier: number, key = 'rules') =>
  running.rpc.call(contracts.restoreDocument, { key, version, restore: earlier, by: BY });
const history = async (key = 'rules') => running.rpc.call(contracts.listDocumentVersions, { key });
const fileOf = async (sha256: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for (let from = 0; ; from = Buffer.concat(pieces).length) {
    const { pieceBase64 } = await running.rpc.call(contracts.readDocumentPiece, { sha256, from });
    if (pieceBase64 === '') return Buffer.concat(pieces);
    pieces.push(Buffer.from(pieceBase64, 'base64'));
  }
};
const errorOf = async (call: Promise<unknown>): Promise<Pick<DomainError, 'code' | 'message' | 'fields'>> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('It was answered');
  return error;
};
const uploads = async (): Promise<number> => {
  const [row] = await running.dataSource.query<{ count: number }[]>(
    'SELECT count(*)::integer AS count FROM document_uploads',
  );
  return row!.count;
};
const actions = async (): Promise<unknown[]> =>
  (
    await running.dataSource.query<{ done: object }[]>(
      `SELECT jsonb_build_object('action', payload->'action', 'details', payload->'details') AS done
       FROM outbox WHERE name = $1 ORDER BY occurred_at, id`,
      [adminActed.name],
    )
  ).map(({ done }) => done);

describe('a document of members', () => {
  it('begins as the version that came with the site', async () => {
    expect(await running.rpc.call(contracts.listManagedDocuments, {})).toMatchObject([
      { key: 'rules', title: 'Rules', version: 1, pages: 2, bytes: 6, savedAt: null, savedBy: null },
      { key: 'guide', version: 1 },
    ]);
    expect(await history()).toMatchObject([{ version: 1, savedAt: null, restoredFrom: null }]);
    expect((await errorOf(read('gone'))).code).toBe('document_unknown');
    expect((await errorOf(history('gone'))).code).toBe('document_unknown');
  });

  it('is replaced by an upload, which readers get as it was checked, and the same upload again makes no version', async () => {
    const uploaded = await aPdf(3);
    const first = await upload(uploaded);
    const { written: file } = (await inspectPdf(uploaded)) as { written: Buffer };
    const saved = await change({ file: first, title: 'New rules' });
    expect(saved).toMatchObject({ version: 2, title: 'New rules', pages: 3, bytes: file.length, savedBy: BY.adminId });
    const listed = (await running.rpc.call(listDocuments, {})).find(({ key }) => key === 'rules');
    expect(listed).toMatchObject({ title: 'New rules', pages: 3, bytes: file.length, group: RULES.group });
    const { sha256, fileName } = await running.rpc.call(readDocument, { key: 'rules', link: null });
    expect([fileName, sha256]).toEqual(['rules.pdf', createHash('sha256').update(file).digest('hex')]);
    expect((await fileOf(sha256)).equals(file)).toBe(true);

    // The request once more, the same file uploaded again, and no difference at all.
    const { version: _version, ...words } = { ...saved, file: first };
    expect(await edit({ ...words, version: 1 })).toEqual(saved);
    expect(await change({ file: await upload(uploaded) })).toEqual(saved);
    expect(await change({})).toEqual(saved);
    expect(await history()).toHaveLength(2);
    expect(await actions()).toEqual([
      {
        action: 'change_document',
        details: { document: 'rules', changed: ['title', 'file'], formerVersion: 1, version: 2 },
      },
    ]);
  });

  it('is changed by the first of two at the same time; the second reads what changed and loses nothing', async () => {
    const { version, title, description } = await read();
    const [one, other] = [await upload(await aPdf(4)), await upload(await aPdf(5))];
    const edits = [one, other].map((file) => edit({ key: 'rules', version, title, description, file }));
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.findIndex(({ status }) => status === 'rejected');
    const error = await errorOf(edits[refused]!);
    expect(error).toMatchObject({ code: 'version_conflict', fields: { file: expect.any(String) as string } });
    expect(error.message).toContain('the file meanwhile');
    // The upload of the second is stored, and is saved over the first one's once they have seen it.
    expect(await change({ file: [one, other][refused]! })).toMatchObject({ version: version + 2 });
  });

  it('is restored, also to the version that came with the site, whatever the next release brings', async () => {
    const { version } = await read();
    const restored = await restore(version, 1);
    expect(restored).toMatchObject({ version: version + 1, title: 'Rules', bytes: 6 });
    expect((await history())[0]).toMatchObject({ version: version + 1, restoredFrom: 1 });
    expect((await actions()).at(-1)).toMatchObject({ action: 'restore_document', details: { restoredVersion: 1 } });
    expect((await errorOf(restore(version + 1, 99))).code).toBe('not_found');
    expect((await errorOf(restore(version, 2))).code).toBe('version_conflict');

    await running.write({ documents: [aDocument({ title: 'Rules of the release' }, 'of the release')] });
    await running.start();
    expect(await read()).toEqual(restored);
    expect((await fileOf(RULES.sha256)).toString()).toBe('a file');
    expect(await restore(version + 1, 1)).toMatchObject({ title: 'Rules of the release' });
    for (const { version: earlier } of await history()) {
      const { sha256, bytes } = await running.rpc.call(contracts.readDocumentVersion, {
        key: 'rules',
        version: earlier,
      });
      expect((await fileOf(sha256)).length).toBe(bytes);
    }
  });

  it('stays when its own file is gone and staff had changed it; one that nobody changed goes', async () => {
    await running.write({ documents: [RULES, GUIDE] });
    await running.start();
    await change({ title: 'Our guide' }, 'guide');
    const keys = async () => (await running.rpc.call(listDocuments, {})).map(({ key }) => key);
    await running.write({ documents: [aDocument({ key: 'kit', title: 'Kit' }, 'kit')] });
    await running.start();
    expect((await keys()).toSorted()).toEqual(['guide', 'kit', 'rules']);
    await running.write({ documents: [RULES, GUIDE] });
    await running.start();
    expect((await keys()).toSorted()).toEqual(['guide', 'rules']);
  });

  it('is not replaced by what is refused, incomplete, discarded or expired', async () => {
    const before = await read();
    expect(await errorOf(startFile().then((id) => add(id, 0, Buffer.from('<html>'))))).toMatchObject({
      code: 'invalid_request',
      fields: { file: expect.stringContaining('not a PDF') as string },
    });
    const file = await aPdf(1);
    const cut = await startFile();
    await add(cut, 0, file.subarray(0, -20));
    expect((await errorOf(finish(cut))).fields).toEqual({ file: expect.stringContaining('end') as string });
    expect((await errorOf(add(cut, 3, file))).code).toBe('not_found');
    expect((await errorOf(add(cut, DOCUMENT_BYTES_MAX - 1, file))).code).toBe('body_too_large');
    for (const id of [cut, randomUUID()])
      expect((await errorOf(change({ file: id }))).fields).toEqual({
        file: expect.stringContaining('expired') as string,
      });
    await running.rpc.call(contracts.discardDocumentFile, { id: cut });
    await running.rpc.call(contracts.discardDocumentFile, { id: cut });
    expect((await errorOf(finish(cut))).code).toBe('not_found');
    expect(await read()).toEqual(before);

    const old = await upload(file);
    expect((await errorOf(add(old, file.length, file))).code).toBe('not_found');
    await running.dataSource.query(`UPDATE document_uploads SET started_at = started_at - interval '25 hours'`);
    await startFile();
    expect(await uploads()).toBe(1);
    expect((await errorOf(change({ file: old }))).code).toBe('invalid_request');
  });
});
