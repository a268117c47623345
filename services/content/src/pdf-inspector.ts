import { inspectPdf } from './document/inspect-pdf.ts';

// The process of `inspectPdfApart`: reads the one PDF that it is sent.
process.once('message', async (file: Uint8Array) => {
  process.send?.(await inspectPdf(Buffer.from(file)), () => process.disconnect());
});
