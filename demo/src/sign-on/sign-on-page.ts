const STYLE = `
  :root { color-scheme: light dark; }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
    background: light-dark(#eef1f5, #14181d); color: light-dark(#1b2430, #e8ecf1);
    font: 16px/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 400px; padding: 32px; border-radius: 8px;
    background: light-dark(#fff, #1f252c); box-shadow: 0 1px 4px #0003; }
  p { margin: 0 0 16px; } h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
  .who { font-weight: 700; color: light-dark(#174a7c, #8fc1f2); }
  label { display: block; font-weight: 600; }
  input { width: 100%; height: 48px; margin: 4px 0 20px; padding: 0 12px; font: inherit; color: inherit;
    background: transparent; border: 1px solid light-dark(#7a8594, #8a95a3); border-radius: 6px; }
  button { width: 100%; height: 48px; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
    cursor: pointer; background: light-dark(#174a7c, #8fc1f2); color: light-dark(#fff, #10202f); }
  :focus-visible { outline: 3px solid light-dark(#174a7c, #8fc1f2); outline-offset: 2px; }
  a { display: block; margin-top: 16px; text-align: center; color: inherit; }
  .hint { color: light-dark(#51606f, #aab5c1); font-size: 14px; }
`;

/** The sign-on page of the demo's provider. */
export function signOnPage(form: { action: string; cancel: string; email: string }): string {
  return `<!doctype html>
<html lang="sv">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Logga in – Nordsäkrings inloggning</title>
<style>${STYLE}</style>
<main>
  <p class="who">Nordsäkring</p>
  <h1>Logga in med ditt arbetskonto</h1>
  <p class="hint">En demo av arbetsgivarens inloggning (AD FS). Inget lösenord behövs här.</p>
  <form method="post" action="${escapeHtml(form.action)}">
    <label for="user">Användarnamn</label>
    <input id="user" name="user" type="email" autocomplete="off" required maxlength="254" value="${escapeHtml(form.email)}">
    <button>Logga in</button>
  </form>
  <a href="${escapeHtml(form.cancel)}">Avbryt</a>
</main>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
