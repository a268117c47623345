/**
 * Puts on the clipboard a text that is still on its way. The clipboard is asked for at once, within the press that allows it:
 * Safari refuses who comes later. Fails with what the text failed with.
 */
export const copyLater = async (text: Promise<string>): Promise<void> => {
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }));
  // When the text fails, so does the clipboard, with an error that says less.
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
};
