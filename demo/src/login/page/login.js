// Beside the login form of a demo: a button for each person that it can be tried as. The first page has them with it, but
// for somebody who had logged in.
let offer = adopt(document);
let coming = null;

/** What is offered in a document, with its buttons at work; null when that has none. */
function adopt(page) {
  const found = page.querySelector('#demo-login');
  for (const button of found?.querySelectorAll('button') ?? []) {
    button.addEventListener('click', () => enter(button.dataset.persona));
  }
  return found;
}

// `fetch` makes no document of HTML, and a string may not be put on the page.
function fetchOffer() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/demo/login.html');
    request.responseType = 'document';
    request.onloadend = () => {
      const sheet = request.response?.querySelector('link');
      // It is asked for again when the page is next drawn.
      if (!sheet) {
        coming = null;
        return resolve(null);
      }
      sheet.onload = sheet.onerror = () => resolve(adopt(request.response));
      document.head.append(sheet);
    };
    request.send();
  });
}

async function enter(persona) {
  const failure = offer.querySelector('[role=status]');
  failure.textContent = '';
  try {
    const reply = await fetch(`/demo/login/${persona}`, { method: 'POST' });
    if (!reply.ok) throw new Error(String(reply.status));
    const { access, refresh } = await reply.json();
    const kept = { access_token: access, refresh_token: refresh };
    localStorage.setItem('restvarde.auth', JSON.stringify(kept));
    // The page that opens is another one at the same address: it begins at its top.
    scrollTo(0, 0);
    location.assign(takeReturn());
  } catch (error) {
    console.error(error);
    failure.textContent = 'Det gick inte att logga in. Försök igen.';
  }
}

/** What was asked for before the login, where the app keeps it; within this site alone. */
function takeReturn() {
  const path = sessionStorage.getItem('restvarde.return') ?? '/';
  sessionStorage.removeItem('restvarde.return');
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

/** The page belongs to the app, which draws it anew as it likes: the offer is put back behind the form. */
async function show() {
  if (findForm() === null) return;
  if (offer === null) {
    coming ??= fetchOffer();
    offer = await coming;
  }
  const form = findForm();
  if (form && offer && form.nextElementSibling !== offer) form.after(offer);
}

function findForm() {
  const field = document.querySelector('#app input[autocomplete=username]');
  return location.pathname === '/' && field ? field.closest('form') : null;
}

new MutationObserver(show).observe(document.querySelector('#app'), {
  childList: true,
  subtree: true,
});
void show();
