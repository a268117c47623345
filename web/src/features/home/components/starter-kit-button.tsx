import { Button } from '../../../components/ui/button.tsx';
import type { ButtonLook } from '../../../components/ui/button-class.ts';
import { askForStarterKit } from '../../../lib/starter-kit-request.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';

/** Fires the browser event that opens the starter kit's dialog. Disabled until a listener for it exists. */
export const StarterKitButton = (look: ButtonLook) => {
  const isLive = useHydrated();
  return (
    <Button {...look} aria-haspopup="dialog" inert={!isLive} onClick={askForStarterKit}>
      Get Free Starter Kit
    </Button>
  );
};
