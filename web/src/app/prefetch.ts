// Applies the colour scheme chosen on this device before the first paint (SET-4); without a choice, the system's.
// Not a module, since modules run after the first paint, so it imports nothing. The build inlines it into each page,
// which saves a round trip. The page's policy allows it by its hash.
(() => {
  const SCHEMES = ['light', 'dark'];
  const KEY = 'restvarde.theme';

  function apply(event?: StorageEvent) {
    let theme: string | null = null;
    try {
      theme = event?.key === KEY ? event.newValue : localStorage.getItem(KEY);
    } catch {
      // Storage is blocked, so there is no choice.
    }
    const chosen = SCHEMES.find((scheme) => scheme === theme);
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    // Colours the browser's own toolbar.
    const system = (scheme: string | undefined) => `(prefers-color-scheme: ${scheme})`;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
      const { scheme } = meta.dataset;
      meta.media = chosen ? (chosen === scheme ? 'all' : 'not all') : system(scheme);
    }
  }

  apply();
  // A choice in another tab, or in this one, which dispatches the same event.
  addEventListener('storage', apply);
})();

// Shows the server-rendered first view of a page while the scripts load. Without a login it is part of the page; with
// one it is fetched with the access token. The scripts wait for it, so that it has the connection to itself.
// `rendered-view.ts` replaces it.
(() => {
  // The scripts load after this time even without a view.
  const SCRIPTS_MS = 1000;
  // Timeouts of the requests for the view and the current user.
  const VIEW_MS = 3000;
  const USER_MS = 30_000;
  // If the scripts have not loaded by then, the view is marked as possibly out of date.
  const DELAY_NOTE_MS = 5000;
  // A picture without a size, so that a placeholder does not change the layout.
  const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
  let auth: { access_token?: string; refresh_token?: string } | null = null;
  try {
    auth = JSON.parse(localStorage.getItem('restvarde.auth') ?? 'null');
  } catch {
    // Storage is blocked, so nobody has logged in.
  }
  const token = auth?.access_token ?? null;
  const { pathname, search } = location;
  // Set by the build if the server renders this page for signed-in users: the files that the page lacks for it.
  const missingFiles = document.currentScript?.dataset.view;
  const hasView = token && !search && missingFiles !== undefined;
  const noAnswer = Promise.resolve(null);
  const prefetch: NonNullable<typeof window.prefetch> = {
    token,
    login: String(auth?.refresh_token ?? '').split('.', 1)[0] || null,
    view: noAnswer,
    me: noAnswer,
    pressed: null,
    held: null,
    isOver: false,
  };
  window.prefetch = prefetch;

  // The rendered view is not interactive yet: record the last press for the scripts, and send no form.
  addEventListener('submit', (event) => event.preventDefault());
  addEventListener('pointerdown', (event) => {
    prefetch.held = (event.target as Element).closest('[data-rendered] :is(button, a)');
  });
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () => {
      prefetch.held = null;
    });
  }
  addEventListener('click', (event) => {
    prefetch.pressed =
      (event.target as Element).closest('[data-rendered] button') ?? prefetch.pressed;
  });

  type HeldPictures = Map<HTMLImageElement, { srcset: string; src: string }>;
  const appElement = () => document.querySelector('#app') as HTMLElement;

  const ready = new Promise<void>((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve());
    else resolve();
  });

  /** Removes the page's built-in view, which is for visitors who have not logged in. */
  async function clear() {
    document.documentElement.dataset.hidesView = '';
    await ready;
    const app = appElement();
    app.replaceChildren();
    delete app.dataset.rendered;
    delete document.documentElement.dataset.hidesView;
  }

  // First, before other code that waits for the page.
  if (auth) void clear();

  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });

  /** The first use of `Intl` blocks until the browser has loaded its data. Does that while a file is loading. */
  function warmUpIntl() {
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' });
  }

  let isStarted = false;
  const scriptLinks: HTMLLinkElement[] = [];
  async function start() {
    await Promise.all([ready, ownSheets]);
    if (isStarted) return;
    isStarted = true;
    const scripts = document.querySelector<HTMLTemplateElement>('#scripts');
    if (scripts) document.head.append(scripts.content, ...scriptLinks);
    if (!hasView) setTimeout(warmUpIntl);
  }

  /** Starts the scripts after the view has been painted with its pictures. */
  async function startAfterPaint(app: HTMLElement, held: HeldPictures = new Map()) {
    setTimeout(start, SCRIPTS_MS);
    for (const element of app.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style ?? '';
    }
    setTimeout(noteDelay, DELAY_NOTE_MS, app);
    releaseVisible(held);
    const pictures = [...app.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')];
    const timeout = new Promise((resolve) => setTimeout(resolve, SCRIPTS_MS));
    await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), timeout]);
    for (const picture of held.keys()) release(held, picture);
    // Scripts requested before the paint would delay it.
    await painted;
    requestAnimationFrame(() => setTimeout(start));
  }

  /** Delays all but the high-priority pictures. Returns their sources. */
  function holdPictures(view: Element) {
    const held: HeldPictures = new Map();
    const others = 'img:not([fetchpriority="high"])';
    for (const picture of view.querySelectorAll<HTMLImageElement>(others)) {
      const { srcset, src } = picture;
      held.set(picture, { srcset, src });
      Object.assign(picture, { srcset: '', src: BLANK });
    }
    return held;
  }

  function release(held: HeldPictures, picture: HTMLImageElement) {
    Object.assign(picture, held.get(picture));
    held.delete(picture);
  }

  /** Loads the visible pictures after layout. An observer does not force layout in this task. */
  function releaseVisible(held: HeldPictures) {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      // A picture that only touches the edge has a ratio of 0.
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio > 0) release(held, target as HTMLImageElement);
      }
    });
    for (const picture of held.keys()) observer.observe(picture);
  }

  function link(rel: string, href: string, more?: { as: string }) {
    const element = document.createElement('link');
    return Object.assign(element, { rel, href, crossOrigin: '', ...more });
  }

  /** Preloads the files that the page lacks. Returns its style sheets, which must follow the page's own. */
  function preloadMissing(): string[] {
    const files = missingFiles?.split(' ') ?? [];
    const endingIn = (end: string) => files.filter((file) => file.endsWith(end));
    const preload = (as: string) => (file: string) =>
      document.head.append(link('preload', file, { as }));
    const sheets = endingIn('.css');
    sheets.forEach(preload('style'));
    endingIn('.woff2').forEach(preload('font'));
    scriptLinks.push(...endingIn('.js').map((script) => link('modulepreload', script)));
    return sheets;
  }

  function applySheet(sheet: string) {
    const element = link('stylesheet', sheet);
    document.head.append(element);
    return loadingOf(element);
  }

  function loadingOf(sheet: HTMLElement) {
    return new Promise<unknown>((resolve) => {
      sheet.onload = resolve;
      sheet.onerror = resolve;
    });
  }

  /** Inserts the style sheets that the build has deferred to this script. */
  async function addOwnSheets() {
    const sheets = document.querySelector<HTMLTemplateElement>('#sheets')?.content;
    if (!sheets) return;
    const loading = [...sheets.children].map((sheet) => loadingOf(sheet as HTMLElement));
    document.head.append(sheets);
    await Promise.all(loading);
  }

  /** Shows the view from the server. */
  async function show(view: Element | null | undefined, sheets: string[]) {
    await Promise.all([ready, ownSheets]);
    if (view) await Promise.all(sheets.map(applySheet));
    if (!view || prefetch.isOver) return start();
    const app = appElement();
    const held = holdPictures(view);
    app.append(...view.childNodes);
    app.dataset.rendered = '';
    await startAfterPaint(app, held);
  }

  /** Shows the page's built-in view to visitors who have not logged in. */
  async function showOwn() {
    await ready;
    const app = appElement();
    if (app.childElementCount > 0) await startAfterPaint(app);
    else await start();
  }

  /** Notes that the view does not count down or follow bids yet. The app replaces the note as well. */
  function noteDelay(app: HTMLElement) {
    if (!('rendered' in app.dataset)) return;
    const note = document.createElement('p');
    note.className = 'late';
    note.setAttribute('role', 'status');
    note.textContent = 'Sidan hämtas fortfarande. Det som står här uppdateras inte än.';
    app.prepend(note);
  }

  // `fetch` does not parse HTML, and the page's policy forbids inserting strings.
  function fetchView(): Promise<Document | null> {
    const path = `/view?${new URLSearchParams({ path: pathname, width: String(innerWidth) })}`;
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

  async function takeView(view: Promise<Document | null>, sent_ms: number) {
    const sheets = preloadMissing();
    const page = await view;
    const received_ms = Date.now();
    void show(page?.querySelector('#view'), sheets);
    const text = page?.querySelector('#view ~ script')?.textContent;
    if (!text) return null;
    const { state, now_ms } = JSON.parse(text);
    return { answer: state, sent_ms, received_ms, server_ms: now_ms, precision: 1 };
  }

  async function takeUser(sent_ms: number) {
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
  // Request the view first, on the open connection: everything else waits for it.
  const viewRequest = hasView ? fetchView() : null;
  const ownSheets = addOwnSheets();
  // The code that needs the data requests it again after a failure.
  if (viewRequest !== null) {
    setTimeout(start, SCRIPTS_MS);
    setTimeout(warmUpIntl);
    prefetch.view = takeView(viewRequest, now_ms).catch(() => null);
  } else {
    if (token) prefetch.me = takeUser(now_ms).catch(() => null);
    void showOwn();
  }
})();
