import { useEffect, useMemo, useRef } from 'react';
import styles from './email-frame.module.css';
import { framed } from './framed.ts';

/** Marks the places of the email's pictures, which are not loaded. */
const PICTURES = 'img[data-src] { padding: 4px 8px; border: 1px dashed #857c6c; }';

/**
 * An email in its own frame, where no script runs and no link works. This component applies its styles, because the content
 * security policy of the page, which also holds in the frame, refuses inline styles.
 */
export const EmailFrame = ({ html, title }: { html: string; title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const growing = useRef<ResizeObserver | null>(null);
  const message = useMemo(() => framed(html), [html]);
  useEffect(() => () => growing.current?.disconnect(), []);
  const dress = () => {
    const element = frame.current;
    const inner = element?.contentDocument;
    const within = element?.contentWindow as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null | undefined;
    if (element == null || inner == null || within == null) return;
    for (const styled of inner.querySelectorAll<HTMLElement>('[data-style]'))
      styled.style.cssText = styled.dataset['style'] ?? '';
    inner.adoptedStyleSheets = [...message.sheets, PICTURES].map((text) => {
      const sheet = new within.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    growing.current?.disconnect();
    growing.current = new ResizeObserver(() => {
      element.style.height = `${inner.body.offsetHeight}px`;
    });
    growing.current.observe(inner.body);
  };
  return (
    <iframe
      ref={frame}
      className={styles['email']}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={message.html}
      onLoad={dress}
    />
  );
};
