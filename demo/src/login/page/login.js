// Beside the login form of a demo: a button for each person that it can be tried as.
const personas = await (await fetch('/demo/personas')).json();

const offer = document.createElement('section');
offer.id = 'demo-login';
offer.setAttribute('aria-label', 'Prova demon');
const heading = document.createElement('h2');
heading.textContent = 'Prova demon';
const note = document.createElement('p');
note.textContent = 'Utan lösenord. Allt är påhittat och finns bara här.';
const failure = document.createElement('p');
failure.setAttribute('role', 'status');
const buttons = personas.map(({ persona, label }) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () => enter(persona));
  return button;
});
offer.append(heading, note, ...buttons, failure);

async function enter(persona) {
  failure.textContent = '';
  try {
    const reply = await fetch(`/demo/login/${persona}`, { method: 'POST' });
    if (!reply.ok) throw new Error(String(reply.status));
    const { access, refresh } = await reply.json();
    const kept = { access_token: access, refresh_token: refresh };
    localStorage.setItem('restvarde.auth', JSON.stringify(kept));
    // The page that opens is another one at the same address: it begins at its top.
    scrollTo(0, 0);
    location.assign('/');
  } catch (error) {
    console.error(error);
    failure.textContent = 'Det gick inte att logga in. Försök igen.';
  }
}

/** The page belongs to the app, which draws it anew as it likes: the offer is put back behind the form. */
function show() {
  const field = document.querySelector('#app:not([data-drawn]) input[autocomplete=username]');
  const form = location.pathname === '/' ? field?.closest('form') : null;
  if (form && form.nextElementSibling !== offer) form.after(offer);
}

new MutationObserver(show).observe(document.querySelector('#app'), {
  attributes: true,
  attributeFilter: ['data-drawn'],
  childList: true,
  subtree: true,
});
show();
