// Starts the application on a prerendered page after the first paint, so that scripts do not delay the text.
const { main, parts } = document.currentScript.dataset;

const showFailure = () => {
  const line = Object.assign(document.createElement('p'), {
    role: 'alert',
    className: 'page',
    textContent: 'This page could not be started. Check your connection, then load it again.',
  });
  document.getElementById('main')?.prepend(line);
};

const begin = () => {
  // Loads all chunks in parallel, not each one when the chunk before it imports it.
  for (const href of parts.split(' ')) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
    );
  }
  import(main).catch(() => {
    // The page may come from an earlier build whose files are gone. Reloading gets the current one.
    const mark = 'reloaded-for';
    try {
      if (sessionStorage.getItem(mark) === main) return showFailure();
      sessionStorage.setItem(mark, main);
    } catch {
      return showFailure();
    }
    location.reload();
  });
};

// A hidden tab paints nothing, so it has no frame to wait for.
if (document.visibilityState === 'hidden') begin();
else requestAnimationFrame(() => setTimeout(begin));
