// Takes a page over that was prerendered, once it has been painted: until then the line belongs to what is read.
const { main, parts } = document.currentScript.dataset;

const publish = () => {
  const line = Object.assign(document.createElement('p'), {
    role: 'alert',
    className: 'page',
    textContent: 'This page could not be started. Check your connection, then load it again.',
  });
  document.getElementById('main')?.prepend(line);
};

const begin = () => {
  // All at once, not each when the one before it asks for it.
  for (const href of parts.split(' ')) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
    );
  }
  import(main).catch(() => {
    // Perhaps a page of yesterday whose files are gone: loaded again it names those of today.
    const mark = 'reloaded-for';
    try {
      if (sessionStorage.getItem(mark) === main) return publish();
      sessionStorage.setItem(mark, main);
    } catch {
      return publish();
    }
    location.reload();
  });
};

// Nothing is painted in a tab that nobody looks at.
if (document.visibilityState === 'hidden') begin();
else requestAnimationFrame(() => setTimeout(begin));
