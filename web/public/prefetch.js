// Before the first paint: the look that was chosen on this device (SET-4). Without a choice the system's.
// No module, since those run after the first paint. The build puts it into each page, whose policy lets it run by its
// hash: to ask for it would take a trip of its own.
(() => {
  const SCHEMES = ['light', 'dark'];
  const KEY = 'restvarde.theme';

  function apply(event) {
    let theme = null;
    try {
      theme = event?.key === KEY ? event.newValue : localStorage.getItem(KEY);
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

// The first view of a page as the server renders it, while the scripts are on their way: for those who have not
// logged in it is part of the page, for those who have it is asked for with the token. The scripts wait for it, so
// that it has the way to itself, and for nothing else. `rendered-view.ts` takes over.
(() => {
  // The scripts are asked for after so long without a view, and their queries wait so long for its answers.
  const PATIENCE_MS = 1000;
  const VIEW_MS = 3000;
  const USER_MS = 30_000;
  // A view that has stood there for so long without scripts is said to be no news.
  const LATE_MS = 5000;
  // A picture of no size of its own, so that the place of one that waits for its turn stays as it is.
  const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
  let auth = null;
  try {
    auth = JSON.parse(localStorage.getItem('restvarde.auth'));
  } catch {
    // Storage is forbidden: nobody has logged in.
  }
  const token = auth?.access_token ?? null;
  const { pathname, search } = location;
  // The page's own HTML says whether the server renders it for who has logged in, and which files it lacks for that.
  const lacking = document.currentScript.dataset.view;
  const hasView = token && !search && lacking !== undefined;
  const nothing = Promise.resolve(null);
  const prefetch = { token, view: nothing, me: nothing, pressed: null, held: null, isOver: false };
  window.prefetch = prefetch;

  // What was rendered cannot do anything yet: the last press is kept for the scripts, and no form is sent.
  addEventListener('submit', (event) => event.preventDefault());
  addEventListener('pointerdown', (event) => {
    prefetch.held = event.target.closest('[data-rendered] :is(button, a)');
  });
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () => {
      prefetch.held = null;
    });
  }
  addEventListener('click', (event) => {
    prefetch.pressed = event.target.closest('[data-rendered] button') ?? prefetch.pressed;
  });

  const ready = new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve);
    else resolve();
  });

  /** Takes away what the page has with it, which is for those who have not logged in. */
  async function clear() {
    document.documentElement.dataset.hidesView = '';
    await ready;
    const app = document.querySelector('#app');
    app.replaceChildren();
    delete app.dataset.rendered;
    delete document.documentElement.dataset.hidesView;
  }

  // Before whatever else waits for the page.
  if (auth) void clear();

  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });

  /** Whoever first makes a format waits until the browser has loaded them all: now, while a file is on its way, nobody does. */
  function loadFormats() {
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' });
  }

  let isStarted = false;
  const scriptLinks = [];
  async function start() {
    await Promise.all([ready, ownSheets]);
    if (isStarted) return;
    isStarted = true;
    const scripts = document.querySelector('#scripts');
    if (scripts) document.head.append(scripts.content, ...scriptLinks);
    if (!hasView) setTimeout(loadFormats);
  }

  /** Starts the scripts once the view has been seen with its pictures. */
  async function startBehind(app, held = new Map()) {
    setTimeout(start, PATIENCE_MS);
    for (const element of app.querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
    }
    setTimeout(sayLate, LATE_MS, app);
    releaseSeen(held);
    const pictures = [...app.querySelectorAll('img[fetchpriority="high"]')];
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), patience]);
    for (const picture of held.keys()) release(held, picture);
    // What is drawn is shown a little later: scripts that are asked for between the two would share the line with it.
    await painted;
    requestAnimationFrame(() => setTimeout(start));
  }

  /** Has all pictures but the first leave the line to those. Gives each with where it comes from. */
  function holdPictures(view) {
    const held = new Map();
    for (const picture of view.querySelectorAll('img:not([fetchpriority="high"])')) {
      const { srcset, src } = picture;
      held.set(picture, { srcset, src });
      Object.assign(picture, { srcset: '', src: BLANK });
    }
    return held;
  }

  function release(held, picture) {
    Object.assign(picture, held.get(picture));
    held.delete(picture);
  }

  /** Lets the pictures in sight come once the page is laid out: to ask where they are would lay it out in this task. */
  function releaseSeen(held) {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      // One that only touches the edge intersects too.
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio > 0) release(held, target);
      }
    });
    for (const picture of held.keys()) observer.observe(picture);
  }

  function link(rel, href, more) {
    const element = document.createElement('link');
    return Object.assign(element, { rel, href, crossOrigin: '', ...more });
  }

  /** Asks for what the page lacks, and gives its style sheets, which come behind the page's own. */
  function fetchLacking() {
    const endingIn = (end) => lacking.split(' ').filter((file) => file.endsWith(end));
    const preload = (as) => (file) => document.head.append(link('preload', file, { as }));
    const sheets = endingIn('.css');
    sheets.forEach(preload('style'));
    endingIn('.woff2').forEach(preload('font'));
    scriptLinks.push(...endingIn('.js').map((script) => link('modulepreload', script)));
    return sheets;
  }

  function applySheet(sheet) {
    const element = link('stylesheet', sheet);
    document.head.append(element);
    return loadingOf(element);
  }

  function loadingOf(sheet) {
    return new Promise((resolve) => {
      sheet.onload = resolve;
      sheet.onerror = resolve;
    });
  }

  /** Puts in the style sheets of a page that leaves that to this script. */
  async function addOwnSheets() {
    const sheets = document.querySelector('#sheets')?.content;
    if (!sheets) return;
    const loading = [...sheets.children].map(loadingOf);
    document.head.append(sheets);
    await Promise.all(loading);
  }

  /** Shows the view that the server has sent. */
  async function show(view, sheets) {
    await Promise.all([ready, ownSheets]);
    if (view) await Promise.all(sheets.map(applySheet));
    if (!view || prefetch.isOver) return start();
    const app = document.querySelector('#app');
    const held = holdPictures(view);
    app.append(...view.childNodes);
    app.dataset.rendered = '';
    await startBehind(app, held);
  }

  /** Shows what the page has with it, to those who have not logged in. */
  async function showOwn() {
    await ready;
    const app = document.querySelector('#app');
    if (app.childElementCount > 0) await startBehind(app);
    else await start();
  }

  /** What was rendered neither counts down nor follows the bids; the app, once there, takes the place of this too. */
  function sayLate(app) {
    if (!('rendered' in app.dataset)) return;
    const late = document.createElement('p');
    late.className = 'late';
    late.setAttribute('role', 'status');
    late.textContent = 'Sidan laddas fortfarande. Det som står här uppdateras inte än.';
    app.prepend(late);
  }

  // `fetch` makes no document of HTML, and a string may not be put on the page.
  function fetchView() {
    const path = `/view?${new URLSearchParams({ path: pathname, width: innerWidth })}`;
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', path);
      request.setRequestHeader('authorization', `Bearer ${token}`);
      request.responseType = 'document';
      request.timeout = VIEW_MS;
      request.onloadend = () => resolve(request.status === 200 ? request.response : null);
      request.send();
    });
  }

  async function takeView(view, sent_ms) {
    const sheets = fetchLacking();
    const page = await view;
    const received_ms = Date.now();
    void show(page?.querySelector('#view'), sheets);
    const text = page?.querySelector('#view ~ script')?.textContent;
    if (!text) return null;
    const { state, now_ms } = JSON.parse(text);
    return { answer: state, sent_ms, received_ms, server_ms: now_ms, precision: 1 };
  }

  async function takeUser(sent_ms) {
    const response = await fetch('/api/users/me', {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(USER_MS),
    });
    const received_ms = Date.now();
    if (!response.ok) return null;
    const server_ms = Date.parse(response.headers.get('date') ?? '');
    return { answer: await response.json(), sent_ms, received_ms, server_ms, precision: 1000 };
  }

  const now_ms = Date.now();
  // The view is what all waits for: it is asked for first, on the connection that is open.
  const coming = hasView ? fetchView() : null;
  const ownSheets = addOwnSheets();
  // What fails is asked for again by whoever needs it.
  if (hasView) {
    setTimeout(start, PATIENCE_MS);
    setTimeout(loadFormats);
    prefetch.view = takeView(coming, now_ms).catch(() => null);
  } else {
    if (token) prefetch.me = takeUser(now_ms).catch(() => null);
    void showOwn();
  }
})();
