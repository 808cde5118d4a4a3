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
