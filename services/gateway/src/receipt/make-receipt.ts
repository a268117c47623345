import { createHash } from 'node:crypto';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import type * as z from 'zod/mini';
import type { fileAnswer } from '@lectern/contracts/fields';
import { receiptText } from './receipt-text.ts';

const printer = async () => {
  const [{ receiptPdf }, { Typefaces }] = await Promise.all([import('./receipt-pdf.ts'), import('./typefaces.ts')]);
  return { receiptPdf, typefaces: await Typefaces.load() };
};

/** Loaded with the first receipt: libraries and fonts take tens of megabytes. */
let loaded: ReturnType<typeof printer> | undefined;

/** The receipt as a PDF file. The same data make the same bytes. */
export const makeReceipt = async (
  receipt: Receipt,
  profile: AssociationProfile,
): Promise<z.output<typeof fileAnswer>> => {
  loaded ??= printer();
  const { receiptPdf, typefaces } = await loaded.catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const { fullName: association, color } = profile;
  const date = new Date(receipt.paidAt);
  const bytes = await receiptPdf(receiptText(receipt, profile), { association, color, date }, typefaces);
  return {
    contentType: 'application/pdf',
    fileName: `receipt-${receipt.number.replaceAll(/[^\w.-]/g, '-')}.pdf`,
    disposition: 'attachment',
    cacheControl: 'private, no-store',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes: new Uint8Array(bytes),
  };
};
