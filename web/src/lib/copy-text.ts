import { toast } from './toast-store.ts';

/** Copies a text to the clipboard and says so; `label` names it in the message. */
export const copyText = async (text: string, label: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', description: `${label} copied to clipboard` });
  } catch {
    // The browser refused, or the page has no secure connection. The person can still select the text.
    toast({
      title: 'Copy failed',
      description: `Select the ${label.toLowerCase()} and copy it yourself.`,
      variant: 'destructive',
    });
  }
};
