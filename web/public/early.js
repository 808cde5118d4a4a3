// Before the first paint: the look that was chosen on this device (SET-4). Without a choice the system's.
// A file of its own, since modules run after the first paint and the page's policy has no inline scripts.
(() => {
  const SCHEMES = ['light', 'dark'];

  function apply() {
    let theme = null;
    try {
      theme = localStorage.getItem('restvarde.theme');
    } catch {
      // Storage is forbidden: there is no choice.
    }
    const chosen = SCHEMES.find((scheme) => scheme === theme);
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    // The frame of the browser follows.
    const system = (scheme) => `(prefers-color-scheme: ${scheme})`;
    for (const meta of document.querySelectorAll('meta[data-scheme]')) {
      const { scheme } = meta.dataset;
      meta.media = chosen ? (chosen === scheme ? 'all' : 'not all') : system(scheme);
    }
  }

  apply();
  // A choice in another tab, or in this one, which tells of it in the same way.
  addEventListener('storage', apply);
})();

// The first questions of a page, asked while its scripts are on their way: who is there, and the list or the
// auction that the address is about. `api/early-answers.ts` takes the answers.
(() => {
  let token = null;
  try {
    token = JSON.parse(localStorage.getItem('restvarde.auth')).access_token;
  } catch {
    // Nobody has logged in.
  }
  if (!token) return;
  const { pathname, search } = location;
  const addresses = ['/api/users/me'];
  if (!search && /^\/((my-|won-)?auctions|auctions\/\d+)$/.test(pathname))
    addresses.push(`/api${pathname}`);

  async function ask(address) {
    const sent_ms = Date.now();
    const response = await fetch(address, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    return { response, sent_ms, received_ms: Date.now() };
  }

  window.early = {
    token,
    asked_ms: Date.now(),
    // One that fails is asked again by whoever needs it.
    answers: new Map(addresses.map((address) => [address, ask(address).catch(() => null)])),
  };
})();
