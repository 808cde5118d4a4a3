// Buttons beside the login form of the demo, one for each account. The first page has them in its HTML unless the user
// had logged in.
let offer = adopt(document);
let coming = null;

/** Returns the buttons of a document with their handlers, or null if it has none. */
function adopt(page) {
  const found = page.querySelector('#demo-login');
  for (const button of found?.querySelectorAll('button') ?? []) {
    button.addEventListener('click', () => enter(button.dataset.persona));
  }
  return found;
}

// Trusted Types forbid HTML from a string, so the document is loaded by XMLHttpRequest.
function fetchOffer() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/demo/login.html');
    request.responseType = 'document';
    request.onloadend = () => {
      const sheet = request.response?.querySelector('link');
      // Retried at the next render.
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
    // Scroll to the top: the next page has the same address.
    scrollTo(0, 0);
    location.assign(takeReturn());
  } catch (error) {
    console.error(error);
    failure.textContent = 'Det gick inte att logga in. Försök igen.';
  }
}

/** The address requested before the login, as the app stores it; only within this site. */
function takeReturn() {
  const path = sessionStorage.getItem('restvarde.return') ?? '/';
  sessionStorage.removeItem('restvarde.return');
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

/** The app may render the page again, so the buttons are put back after the form. */
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
