// Opens Bull Board's page as the administrator's own. It knows of no tokens and of one place for everything: its requests go to the API
// with the token of who is signed in, and for its texts to its files.
// A block: what is declared beside it would be every script's.
{
  const { board, files, api, home } = document.currentScript.dataset;

  const redirect = () => location.replace(home);

  const token = (() => {
    try {
      return localStorage.getItem('adminToken');
    } catch {
      return null;
    }
  })();

  // The page there asks who is not signed in to sign in.
  if (token === null) redirect();

  // It asks the document's base for its place. An HTML base would need a weaker policy for this page; it finds this one as well.
  const base = document.createElementNS('http://www.w3.org/2000/svg', 'base');
  base.setAttribute('href', `${board}/`);
  document.head.append(base);

  /** An address without the site's own, whatever it was given as. */
  const pathOf = (address) => new URL(address, location.href).href.slice(location.origin.length);
  const fileAt = (path) => (path.startsWith(`${board}/static/`) ? files + path.slice(board.length) : path);

  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => fetch(fileAt(pathOf(address)), options);

  const { open, send } = XMLHttpRequest.prototype;
  const toApi = new WeakSet();

  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    const path = pathOf(address);
    const isApi = path.startsWith(`${board}/api/`);
    if (isApi) toApi.add(this);
    return open.call(this, method, isApi ? api + path.slice(`${board}/api`.length) : fileAt(path), ...rest);
  };

  XMLHttpRequest.prototype.send = function (body) {
    if (toApi.has(this)) {
      this.setRequestHeader('authorization', `Bearer ${token}`);
      // Ended here or elsewhere: that page tells so, and what to do.
      this.addEventListener('load', () => this.status === 401 && redirect());
    }
    return send.call(this, body);
  };
}
