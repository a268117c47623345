import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { inspectPdf } from './inspect-pdf.ts';

const aPdf = async (change?: (pdf: PDFDocument) => unknown, useObjectStreams = true): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.addPage();
  await change?.(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams }));
};
const refusalOf = async (file: Buffer): Promise<string> => {
  const result = await inspectPdf(file);
  return 'refusal' in result ? result.refusal : 'accepted';
};
const action = (pdf: PDFDocument, entries: Record<string, unknown>): void =>
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.register(pdf.context.obj(entries as never)));

const linkTo = (pdf: PDFDocument, URI: string) => pdf.context.obj({ S: 'URI', URI: PDFString.of(URI) });

describe('an uploaded PDF', () => {
  it.each([true, false])('is accepted with the number of its pages (objects in streams: %s)', async (streams) => {
    expect(await inspectPdf(await aPdf(undefined, streams))).toMatchObject({ pages: 2 });
  });

  it('may name scripts in its words and links', async () => {
    const file = await aPdf((pdf) => {
      pdf.setTitle('Web/JavaScript and /Launch');
      pdf.catalog.set(PDFName.of('Note'), PDFString.of('https://example.org/JavaScript /JS'));
    });
    expect(await inspectPdf(file)).toMatchObject({ pages: 2 });
  });

  it('may open at a place, and link to pages and mailboxes', async () => {
    for (const URI of ['https://example.org', 'mailto:ada@example.org', 'rules.pdf'])
      expect(await refusalOf(await aPdf((pdf) => pdf.catalog.set(PDFName.of('Note'), linkTo(pdf, URI))))).toBe(
        'accepted',
      );
    expect(await refusalOf(await aPdf((pdf) => action(pdf, { S: 'GoTo', D: [] })))).toBe('accepted');
  });

  it('does nothing by itself, and has no link to anything else', async () => {
    expect(
      await refusalOf(await aPdf((pdf) => action(pdf, { S: 'URI', URI: PDFString.of('https://a.example') }))),
    ).toContain('by itself');
    expect(
      await refusalOf(await aPdf((pdf) => pdf.getPage(0).node.set(PDFName.of('AA'), pdf.context.obj({})))),
    ).toContain('by itself');
    for (const URI of ['javascript:alert(1)', ' JavaScript:alert(1)', 'file:///etc/passwd', 'data:text/html,a'])
      expect(await refusalOf(await aPdf((pdf) => pdf.catalog.set(PDFName.of('Note'), linkTo(pdf, URI))))).toContain(
        'no web page',
      );
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n%PDF-1.7', 'latin1')],
    ['a web page', Buffer.from('<!doctype html><script>1</script>%PDF-1.7')],
    ['text before the PDF', Buffer.from('hello %PDF-1.7 startxref 0 %%EOF')],
  ])('is not %s', async (_what, file) => {
    expect(await refusalOf(file)).toContain('is not a PDF');
  });

  it('is refused without its end, at whatever byte it was cut', async () => {
    const file = await aPdf(undefined, false);
    for (const share of [0.2, 0.5, 0.9])
      expect(await refusalOf(file.subarray(0, file.length * share))).toContain('end');
    expect(await refusalOf(file.subarray(0, -6))).toContain('end');
  });

  it('is refused when damaged', async () => {
    const file = await aPdf(undefined, false);
    const text = file.toString('latin1');
    for (const damaged of [
      '%PDF-1.7\nnothing\nstartxref\n0\n%%EOF',
      text.replaceAll('obj', 'abc'),
      text.replace(/\/Pages \d+ 0 R/, ''),
      text.replace(/\/Kids \[[^\]]*\]/, '/Kids []'),
      text.replace(/\/Kids \[ ?(\d+ 0 R)[^\]]*\]/, '/Kids [ $1 $1 ]'),
    ])
      expect(await refusalOf(Buffer.from(damaged, 'latin1'))).toContain('damaged');
  });

  it.each([true, false])('is refused with a password (objects in streams: %s)', async (streams) => {
    const file = await aPdf((pdf) => pdf.encrypt({ userPassword: 'open', ownerPassword: 'own' }), streams);
    expect(await refusalOf(file)).toContain('password');
  });

  it.each([
    ['a script', { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }, 'JavaScript'],
    ['a script beside a medium', { S: 'Rendition', JS: PDFString.of('app.alert(1)') }, 'JavaScript'],
    ['a program to start', { S: 'Launch', F: PDFString.of('calc.exe') }, 'other programs'],
    ['a form that is sent', { S: 'SubmitForm', F: PDFString.of('https://example.org') }, 'sends'],
    ['a link to another file', { S: 'GoToR', F: PDFString.of('//host/share') }, 'other files'],
    ['a chained action', { S: 'GoTo', Next: [{ S: 'Launch', F: PDFString.of('calc.exe') }] }, 'other programs'],
  ])('is refused with %s', async (_what, entries, reason) => {
    for (const streams of [true, false])
      expect(await refusalOf(await aPdf((pdf) => action(pdf, entries), streams))).toContain(reason);
  });

  it('is refused with an XFA form', async () => {
    const file = await aPdf((pdf) => pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: [] })));
    expect(await refusalOf(file)).toContain('XFA');
  });

  it('is refused with attachments, and when a name is written in numbers', async () => {
    expect(await refusalOf(await aPdf((pdf) => pdf.attach(Buffer.from('MZ'), 'a.exe')))).toContain('other files');
    const file = await aPdf((pdf) => action(pdf, { S: 'Launch', F: PDFString.of('calc.exe') }), false);
    const hidden = file.toString('latin1').replace('/Launch', '/L#61unch');
    expect(await refusalOf(Buffer.from(hidden, 'latin1'))).toContain('other programs');
  });

  it('is refused with a script in a catalog that is part of the trailer', async () => {
    const file = Buffer.from(
      `%PDF-1.7
1 0 obj
<</Type/Pages/Kids[2 0 R]/Count 1>>
endobj
2 0 obj
<</Type/Page/Parent 1 0 R/MediaBox[0 0 9 9]>>
endobj
trailer
<</Size 3/Root<</Type/Catalog/Pages 1 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>>>
startxref
0
%%EOF
`,
    );
    expect(await refusalOf(file)).toContain('JavaScript');
  });

  it('is written again with the objects that were checked, always in the same bytes', async () => {
    const file = (await aPdf(undefined, false)).toString('latin1');
    const catalog = /\n(\d+) 0 obj\n<<\s*\/Type \/Catalog/.exec(file)![1];
    // The table of objects leads readers to the first of two with one number; the check saw the second one.
    const twice = file.replace(
      `\n${catalog} 0 obj`,
      `\n${catalog} 0 obj\n<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>\nendobj\n${catalog} 0 obj`,
    );
    const [one, other] = await Promise.all([
      inspectPdf(Buffer.from(twice, 'latin1')),
      inspectPdf(Buffer.from(twice, 'latin1')),
    ]);
    if ('refusal' in one || 'refusal' in other) throw new Error('It was refused');
    expect(one.written.toString('latin1')).not.toContain('JavaScript');
    expect(one.written.equals(other.written)).toBe(true);
    expect(await inspectPdf(one.written)).toMatchObject({ pages: 2 });
  });

  it('is refused when the search for its streams would take long', async () => {
    const words = Buffer.from('stream '.repeat(100_000));
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), words, Buffer.from('\nstartxref\n9\n%%EOF\n')]);
    expect(await refusalOf(file)).toContain('unusual size');
  });

  it('is refused when its objects unpack to gigabytes, without unpacking them', async () => {
    const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024));
    const withObjects = (filter: string): Buffer =>
      Buffer.concat([
        Buffer.from(
          `%PDF-1.7\n1 0 obj\n<</Type/Obj#53tm/N 1/First 4/Filter ${filter}/Length ${bomb.length}>>\nstream\n`,
        ),
        bomb,
        Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
      ]);
    expect(await refusalOf(withObjects('/FlateDecode'))).toContain('unpacks');
    expect(await refusalOf(withObjects('[/FlateDecode /FlateDecode]'))).toContain('unpacks');
  });
});
