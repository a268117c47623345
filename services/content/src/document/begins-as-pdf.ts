const HEAD = '%PDF-';

export const NO_PDF = 'This file is not a PDF. Export or print the document as a PDF and choose that file.';

export const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, HEAD.length).toString('latin1') === HEAD;
