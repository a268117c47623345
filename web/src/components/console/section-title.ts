import { createContext, useContext, useEffect } from 'react';

/** In a section of the console: names the page after what it is about; null for the name of the section. */
export const SectionTitleContext = createContext<(title: string | null) => void>(() => undefined);

/** Names the page after what it is about, as long as this component is on it. */
export const useSectionTitle = (title: string | null): void => {
  const name = useContext(SectionTitleContext);
  useEffect(() => {
    name(title);
    return () => name(null);
  }, [name, title]);
};
