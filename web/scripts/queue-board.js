// Starts Bull Board's page for the signed-in administrator. Bull Board sends no token and expects its API and its files at one URL. This
// script sends its API requests to our API with the administrator's token, and its requests for texts to its static files.
// The block keeps these names out of the global scope.
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

  // The administration page asks a visitor without a session to log in.
  if (token === null) redirect();

  // Bull Board reads its URL from the document's base element. An HTML base would need a weaker security policy; an SVG one works too.
  const base = document.createElementNS('http://www.w3.org/2000/svg', 'base');
  base.setAttribute('href', `${board}/`);
  document.head.append(base);

  /** The path of a URL, absolute or relative, without the site's origin. */
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
      // The session has ended. The administration page says so, and what to do next.
      this.addEventListener('load', () => this.status === 401 && redirect());
    }
    return send.call(this, body);
  };
}
