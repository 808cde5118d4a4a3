import { flushSync } from 'react-dom';

/** The browser's own click comes within so long of the pointer's end. */
const CLICK_MS = 50;
/** All that somebody may have used of a view before its scripts were there. */
const CONTROLS = 'input:not([type=hidden]), textarea, button, a';

/**
 * For a view that the server has rendered and the app is about to replace. The answer is called when that is done:
 * it puts back what had been typed, the focus and the place, and presses the button that was pressed last. A press that began
 * before and ends after it still counts: the browser sends no click when the element that was pressed is gone.
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
    // To the router this is a page that one comes to, at its top.
    if (scrollY > 0) window.scrollTo(0, scrollY);
    const now = byName(root);
    const pairs = [...before].flatMap(([name, was]) => {
      const is = now.get(name);
      return is === undefined ? [] : [{ was, is }];
    });
    // What was pressed may be about what was typed.
    flushSync(() => {
      for (const { was, is } of pairs) fill(is, was);
    });
    pairs.find(({ was }) => was === focused)?.is.focus({ preventScroll: true });
    pairs.find(({ was }) => was === globalThis.prefetch?.pressed)?.is.click();
    const held = globalThis.prefetch?.held;
    if (held) finishPress(pairs.find(({ was }) => was === held)?.is);
  };
}

/** Clicks a control when the pointer that is down is let go over it, unless the browser does. */
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

/** The controls of a view by what they are and are called, and which of those that are called the same. */
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

/** Types what had been typed, so that whoever listens to the field hears it. */
function fill(field: HTMLElement, typed: HTMLElement): void {
  if (!isInput(typed) && !isText(typed)) return;
  // Of radio buttons the one that was chosen is pressed, which lets the others go.
  const isToggled = isInput(typed) && typed.checked !== typed.defaultChecked;
  if (isToggled && (typed.type !== 'radio' || typed.checked)) field.click();
  if (typed.value === typed.defaultValue) return;
  // React has a setter of its own on the field itself.
  Reflect.set(Object.getPrototypeOf(field), 'value', typed.value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
