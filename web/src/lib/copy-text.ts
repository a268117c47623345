import { toast } from './toast-store.ts';

/** Puts a text on the clipboard and says so; `label` is what the person would call it. */
export const copyText = async (text: string, label: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', description: `${label} copied to clipboard` });
  } catch {
    // Refused by the browser, or a page without a secure connection: what is shown can still be selected by hand.
    toast({
      title: 'Copy failed',
      description: `Select the ${label.toLowerCase()} and copy it yourself.`,
      variant: 'destructive',
    });
  }
};
