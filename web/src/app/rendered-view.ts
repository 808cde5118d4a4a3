import { flushSync } from 'react-dom';

/** The browser's own click follows the end of a press within this time. */
const CLICK_MS = 50;
/** The elements that a user may have used before the scripts were loaded. */
const CONTROLS = 'input:not([type=hidden]), textarea, button, a';

/**
 * Prepares to replace a server-rendered view by the app. Call the returned function after the app has rendered: it
 * restores typed text, focus, selection and scroll position, and presses the last pressed button. A press that is still held
 * down also counts: the browser sends no click if the pressed element has been replaced.
 */
export function holdRendered(root: HTMLElement): () => void {
  const before = byName(root);
  let focused = document.activeElement;
  let { scrollY } = window;
  const followFocus = (event: FocusEvent) => {
    focused = event.target as Element;
  };
  const followScroll = () => {
    scrollY = window.scrollY;
  };
  root.addEventListener('focusin', followFocus);
  window.addEventListener('scroll', followScroll);
  return () => {
    root.removeEventListener('focusin', followFocus);
    window.removeEventListener('scroll', followScroll);
    delete root.dataset.rendered;
    // The router scrolls to the top, as after a navigation.
    if (scrollY > 0) window.scrollTo(0, scrollY);
    const now = byName(root);
    const pairs = [...before].flatMap(([name, was]) => {
      const is = now.get(name);
      return is === undefined ? [] : [{ was, is }];
    });
    // Render first: the press may depend on the typed text.
    flushSync(() => {
      for (const { was, is } of pairs) fill(is, was);
    });
    const active = pairs.find(({ was }) => was === focused);
    active?.is.focus({ preventScroll: true });
    if (active) placeCaret(active.is, active.was);
    pairs.find(({ was }) => was === globalThis.prefetch?.pressed)?.is.click();
    const held = globalThis.prefetch?.held;
    if (held) finishPress(pairs.find(({ was }) => was === held)?.is);
  };
}

/** Clicks a control when the pointer is released over it, unless the browser does. */
function finishPress(control: HTMLElement | undefined): void {
  if (control === undefined) return;
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('pointercancel', () => ending.abort(), { signal });
  window.addEventListener(
    'pointerup',
    ({ target }) => {
      ending.abort();
      if (!control.contains(target as Node)) return;
      const timer = setTimeout(() => control.click(), CLICK_MS);
      control.addEventListener('click', () => clearTimeout(timer), { once: true });
    },
    { signal },
  );
}

/** The controls of a view by type, name and index among equal names. */
function byName(root: HTMLElement): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
    const label = control.ariaLabel ?? control.textContent;
    const name = `${control.tagName} ${control.getAttribute('name')} ${label}`;
    let count = 0;
    while (controls.has(`${name} ${count}`)) count += 1;
    controls.set(`${name} ${count}`, control);
  }
  return controls;
}

const isInput = (control: HTMLElement) => control instanceof HTMLInputElement;
const isText = (control: HTMLElement) => control instanceof HTMLTextAreaElement;

/** Selects in a field what is selected in the replaced one. An e-mail field has no selection to read. */
function placeCaret(field: HTMLElement, typed: HTMLElement): void {
  if (!isInput(typed) && !isText(typed)) return;
  const { selectionStart, selectionEnd, selectionDirection } = typed;
  if (selectionStart === null) return;
  (field as typeof typed).setSelectionRange(
    selectionStart,
    selectionEnd,
    selectionDirection ?? undefined,
  );
}

/** Sets a field's value or state and notifies its listeners. */
function fill(field: HTMLElement, typed: HTMLElement): void {
  if (!isInput(typed) && !isText(typed)) return;
  // Of radio buttons only the chosen one is clicked.
  const isToggled = isInput(typed) && typed.checked !== typed.defaultChecked;
  if (isToggled && (typed.type !== 'radio' || typed.checked)) field.click();
  if (typed.value === typed.defaultValue) return;
  // Bypass React's own setter on the element.
  Reflect.set(Object.getPrototypeOf(field), 'value', typed.value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
