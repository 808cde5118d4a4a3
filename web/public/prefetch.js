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

// The first view of a page as the server draws it, while the scripts are on their way: for those who have not
// logged in it came along, for a list or an auction it is asked for with the token. The scripts wait for it, so
// that it has the way to itself, and for nothing else. `drawn-view.ts` takes over.
(() => {
  // The scripts are asked for after so long without a view, and their questions wait so long for its answers.
  const PATIENCE_MS = 1000;
  const VIEW_MS = 3000;
  // A view that has stood there for so long without scripts is said to be no news.
  const LATE_MS = 5000;
  let auth = null;
  try {
    auth = JSON.parse(localStorage.getItem('restvarde.auth'));
  } catch {
    // Storage is forbidden: nobody has logged in.
  }
  const token = auth?.access_token ?? null;
  const { pathname, search } = location;
  // The page's own HTML says whether the server renders it for who has logged in.
  const isDrawn = token && !search && 'view' in document.currentScript.dataset;
  const asked_ms = Date.now();
  const early = { token, asked_ms, answers: new Map(), pressed: null, isOver: false };
  window.early = early;

  // What was drawn cannot do anything yet: the last press is kept for the scripts, and no form is sent.
  addEventListener('submit', (event) => event.preventDefault());
  addEventListener('click', (event) => {
    early.pressed = event.target.closest('[data-drawn] button') ?? early.pressed;
  });

  const ready = new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve);
    else resolve();
  });

  let isStarted = false;
  async function start() {
    await ready;
    if (isStarted) return;
    isStarted = true;
    const scripts = document.querySelector('#scripts');
    if (scripts) document.head.append(scripts.content);
  }

  /** Shows what `view` holds, and starts the scripts once it has been seen with its pictures. */
  async function show(view) {
    await ready;
    if (!view || early.isOver) return start();
    setTimeout(start, PATIENCE_MS);
    const app = document.querySelector('#app');
    app.append(...view.childNodes);
    app.dataset.drawn = '';
    for (const element of app.querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
    }
    setTimeout(sayLate, LATE_MS, app);
    const pictures = [...app.querySelectorAll('img[fetchpriority="high"]')];
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    requestAnimationFrame(() => setTimeout(start));
  }

  /** What was drawn neither counts down nor hears of bids; the app, once there, takes the place of this too. */
  function sayLate(app) {
    if (!('drawn' in app.dataset)) return;
    const late = document.createElement('p');
    late.className = 'late';
    late.setAttribute('role', 'status');
    late.textContent = 'Sidan laddas fortfarande. Det som står här uppdateras inte än.';
    app.prepend(late);
  }

  function fetchView() {
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', `/view?${new URLSearchParams({ address: pathname, width: innerWidth })}`);
      request.setRequestHeader('authorization', `Bearer ${token}`);
      request.responseType = 'document';
      request.timeout = VIEW_MS;
      request.onloadend = () => resolve(request.status === 200 ? request : null);
      request.send();
    });
  }

  async function ask(address) {
    const sent_ms = Date.now();
    const response = await fetch(address, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    return { response, sent_ms, received_ms: Date.now() };
  }

  if (isDrawn) {
    setTimeout(start, PATIENCE_MS);
    const coming = fetchView().then((request) => {
      const page = request?.response;
      void show(page?.querySelector('#view'));
      const text = page?.querySelector('#view ~ script')?.textContent ?? '{}';
      const headers = { date: request?.getResponseHeader('date') ?? '' };
      return { answers: JSON.parse(text), headers, received_ms: Date.now() };
    });
    const take = async (address) => {
      const { answers, headers, received_ms } = await coming;
      if (!(address in answers)) return null;
      const response = Response.json(answers[address], { headers });
      return { response, sent_ms: asked_ms, received_ms };
    };
    for (const address of ['/api/users/me', `/api${pathname}`, '/api/company']) {
      early.answers.set(address, take(address));
    }
  } else {
    if (token) early.answers.set('/api/users/me', ask('/api/users/me'));
    void ready.then(() => show(auth ? null : document.querySelector('#drawn')?.content));
  }
  // One that fails is asked again by whoever needs it.
  for (const [address, answer] of early.answers)
    early.answers.set(
      address,
      answer.catch(() => null),
    );
})();
