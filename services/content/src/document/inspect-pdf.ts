import { createInflate } from 'node:zlib';
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { beginsAsPdf, NO_PDF } from './begins-as-pdf.ts';

/*
 * Decides which files staff may upload as a document of members. It reads the file's own objects, whatever its name and header say, and
 * writes them again: a program that reads the result finds the objects that were checked, and no other. It is a check against mistakes and
 * known dangers, not a virus scanner: readers' programs have to be safe with the pages themselves.
 */

/** Readers look for the end of a file in its last kilobyte. */
const TAIL_BYTES = 1_024;
/** The objects of a file, unpacked. Ten megabytes of nothing but objects have less. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;
/** How much is read in search of the beginnings of streams. A file of {@link UNPACKED_BYTES_MAX} that reads each byte once has less. */
const READ_BYTES_MAX = 64 * 1024 * 1024;
const PAGES_MAX = 10_000;
/** In the trailer, which is never encrypted itself. */
const ENCRYPTS = /\/Encrypt\s*(?:<<|\d+\s+\d+\s+R)/;

const INCOMPLETE = 'The end of this PDF is missing. Export it again, or copy the file again, and choose the new file.';
const DAMAGED = 'This PDF is damaged and cannot be read. Export it again as a PDF.';
const PROTECTED = 'This PDF is protected with a password. Choose a copy without protection.';
const UNPACKS = 'This PDF unpacks to an unusual size. Export it again as a PDF.';

const OPENS_BY_ITSELF =
  'This PDF does something by itself when it is opened, such as opening a web page. Print it to a new PDF, which leaves that out, and choose that file.';
const ODD_LINK =
  'This PDF has a link that is no web page and no email address. Print it to a new PDF, which leaves it out, and choose that file.';
/** Where a link may lead; a relative one leads to a place beside the document. */
const LINK = /^(?:https?:|mailto:|tel:|[^:]*$)/i;

/** Names in the objects of a file that make it more than pages (ISO 32000-1, sections 7.11.4, 12.6.4, 12.7.8 and 13.6). */
const DANGERS: readonly (readonly [names: readonly string[], refusal: string])[] = [
  [
    ['JavaScript', 'JS', 'Rendition'],
    'This PDF contains scripts (JavaScript). Print it to a new PDF, which leaves them out, and choose that file.',
  ],
  [
    ['Launch', 'GoToR', 'GoToE'],
    'This PDF starts other programs or opens other files. Print it to a new PDF, which leaves that out, and choose that file.',
  ],
  [
    ['EmbeddedFile', 'EmbeddedFiles', 'EF', 'RichMedia', 'RichMediaContent'],
    'This PDF contains other files. Export it without attachments and media.',
  ],
  [
    ['SubmitForm', 'ImportData'],
    'This PDF sends what its readers type to another place, or fetches it. Print it to a new PDF and choose that file.',
  ],
  [['AA'], OPENS_BY_ITSELF],
  [['XFA'], 'This PDF contains an interactive form (XFA). Print it to a new PDF and choose that file.'],
];
const DANGER_OF = new Map(DANGERS.flatMap(([names, refusal]) => names.map((name) => [name, refusal] as const)));

export type Inspection = { readonly pages: number; readonly written: Buffer } | { readonly refusal: string };

/** A PDF as it may be published, with its number of pages; or the reason why it is refused, for the person who chose it. */
export const inspectPdf = async (file: Buffer): Promise<Inspection> => {
  if (!beginsAsPdf(file)) return { refusal: NO_PDF };
  const tail = file.subarray(-TAIL_BYTES).toString('latin1');
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return { refusal: INCOMPLETE };
  const problem = await unpackedProblem(file);
  if (problem !== null) return { refusal: problem };
  try {
    const pdf = await PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true, preserveXFA: true });
    // Parts of the trailer need not be objects of their own.
    const { Root, Info } = pdf.context.trailerInfo;
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
    for (const object of [Root, Info, ...objects]) {
      const danger = object === undefined ? undefined : dangerIn(object);
      if (danger !== undefined) return { refusal: danger };
    }
    if (actsWhenOpened(pdf)) return { refusal: OPENS_BY_ITSELF };
    const pages = pagesOf(pdf);
    if (pages === 0 || pages > PAGES_MAX) return { refusal: DAMAGED };
    const written = await pdf.save({ rewrite: true, addDefaultPage: false, updateFieldAppearances: false });
    return { pages, written: Buffer.from(written) };
  } catch (error) {
    return {
      refusal: error instanceof EncryptedPDFError || ENCRYPTS.test(file.toString('latin1')) ? PROTECTED : DAMAGED,
    };
  }
};

/** The refusal for the first dangerous name in an object; objects that it refers to are looked at by themselves. */
const dangerIn = (object: PDFObject): string | undefined => {
  if (object instanceof PDFName) return DANGER_OF.get(object.decodeText());
  if (object instanceof PDFStream) return dangerIn(object.dict);
  if (object instanceof PDFDict && !LINK.test(linkOf(object))) return ODD_LINK;
  const parts =
    object instanceof PDFDict ? object.entries().flat() : object instanceof PDFArray ? object.asArray() : [];
  for (const part of parts) {
    const danger = dangerIn(part);
    if (danger !== undefined) return danger;
  }
  return undefined;
};

/** Where a link action leads; empty for any other object. */
const linkOf = (object: PDFDict): string => {
  const link = object.lookup(PDFName.of('URI'));
  return link instanceof PDFString || link instanceof PDFHexString ? link.decodeText().trim() : '';
};

/** Whether a reader's program does more at the opening than to go to a place in the document. */
const actsWhenOpened = ({ catalog }: PDFDocument): boolean => {
  const action = catalog.lookup(PDFName.of('OpenAction'));
  return action instanceof PDFDict && action.lookup(PDFName.of('S')) !== PDFName.of('GoTo');
};

/** Counted at its leaves: `Count` may say anything. Zero where a part of the tree is in it twice, which could make it endless. */
const pagesOf = (pdf: PDFDocument): number => {
  const seen = new Set<PDFRef>();
  const waiting: PDFObject[] = [pdf.catalog.Pages()];
  let pages = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node instanceof PDFRef) {
      if (seen.has(node)) return 0;
      seen.add(node);
    }
    const dict = pdf.context.lookupMaybe(node, PDFDict);
    const kids = dict?.lookupMaybe(PDFName.of('Kids'), PDFArray);
    if (kids !== undefined) waiting.push(...kids.asArray());
    else if (dict?.lookupMaybe(PDFName.of('Type'), PDFName) === PDFName.of('Page')) pages += 1;
  }
  return pages;
};

/**
 * Measures what the parser would unpack: the streams with objects and cross-references. The parser itself has no limit, and a few
 * kilobytes can become gigabytes.
 */
const unpackedProblem = async (file: Buffer): Promise<string | null> => {
  const text = file.toString('latin1');
  let left = UNPACKED_BYTES_MAX;
  let toRead = READ_BYTES_MAX;
  let headBegins = 0;
  for (const { 0: word, index } of text.matchAll(/endobj|endstream|stream/g)) {
    if (word !== 'stream') {
      headBegins = index + word.length;
      continue;
    }
    // The word may be in a text, so the beginning of an object is read again for each.
    toRead -= index - headBegins;
    if (toRead < 0) return UNPACKS;
    const head = plainNames(text.slice(headBegins, index));
    if (!/\/(?:ObjStm|XRef|First)\b/.test(head)) continue;
    const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/.exec(head)?.[1];
    if (filter === undefined) continue;
    if (!/^(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])$/.test(filter)) return UNPACKS;
    const begins = index + 'stream'.length + (/^\r?\n/.exec(text.slice(index + 6, index + 8))?.[0].length ?? 0);
    const ends = text.indexOf('endstream', begins);
    const unpacked = await inflatedBytes(file.subarray(begins, ends === -1 ? undefined : ends), left);
    if (unpacked === null) return UNPACKS;
    left -= unpacked;
  }
  return null;
};

/** Names may have characters as numbers: `/Obj#53tm`. */
const plainNames = (text: string): string =>
  text.replaceAll(/#([\da-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The length of a stream when unpacked; null where it is more than `limit`. A broken stream ends where it breaks: the parser judges it. */
const inflatedBytes = (packed: Buffer, limit: number): Promise<number | null> =>
  new Promise((resolve) => {
    let bytes = 0;
    const inflate = createInflate();
    inflate.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= limit) return;
      resolve(null);
      inflate.destroy();
    });
    inflate.on('error', () => resolve(bytes));
    inflate.on('end', () => resolve(bytes));
    inflate.end(packed);
  });
