/** Downloads a file in the browser. */
export const saveFile = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser may not have read the file yet.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
