import { once } from 'node:events';
import { inspectPdf } from './document/inspect-pdf.ts';

// The process of `inspectPdfApart`: reads the one PDF that it is sent.
const [file] = (await once(process, 'message')) as [Uint8Array];
process.send?.(await inspectPdf(Buffer.from(file)), () => process.disconnect());
