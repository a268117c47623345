import type { PageTextKey } from '@lectern/contracts/content/public-site-text';
import { createContext, type ComponentType } from 'react';

/** The pages that show the words of each key, for previews. The route of the editor provides them: pages are no part of a feature. */
export const PagePreviews = createContext<Readonly<Partial<Record<PageTextKey, ComponentType>>>>({});
