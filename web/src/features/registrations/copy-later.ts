/**
 * Copies a text that is still loading to the clipboard. It requests the clipboard immediately, within the user's click, because
 * Safari refuses a later request. Rejects with the error of `text`.
 */
export const copyLater = async (text: Promise<string>): Promise<void> => {
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }));
  // If the text fails, the clipboard fails too, with a less useful error.
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
};
