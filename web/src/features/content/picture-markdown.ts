/** A picture as a text names it. Its alt text becomes one line, without the marks that would end it early. */
export const pictureMarkdown = (alt: string, address: string): string =>
  `![${alt.trim().replaceAll(/\s+/g, ' ').replaceAll('\\', '/').replaceAll(/[[\]]/g, '\\$&')}](${address})`;
