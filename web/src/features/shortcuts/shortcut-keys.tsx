import type { Caller } from '@restvarde/contract/roles';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import ShortcutHelp from './shortcut-help.tsx';
import { readKeys, SECOND_KEY_MS, SHORTCUTS, type Shortcut } from './shortcut-list.ts';
import { shortcutSetting } from './shortcut-setting.ts';

/** Handles shortcuts if they are switched on (SHELL-9). Renders only their help. */
export default function ShortcutKeys({ me }: { me: Caller }) {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const begun = useRef({ key: '', at: 0 });

  const isOn = shortcutSetting.use() === 'on';

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length !== 1 || isTaken(event.target)) return;
    const { key, at } = begun.current;
    const isSecond = key !== '' && event.timeStamp - at < SECOND_KEY_MS;
    const pressed = isSecond ? `${key} ${event.key}` : event.key;
    const found = readKeys(
      pressed,
      SHORTCUTS.filter((shortcut) => shortcut.may(me)),
    );
    begun.current = { key: found === 'begun' ? event.key : '', at: event.timeStamp };
    if (found === null || found === 'begun') return;
    event.preventDefault();
    act(found);
  });

  function act(shortcut: Shortcut) {
    if ('to' in shortcut) void navigate({ to: shortcut.to });
    else if ('isHelp' in shortcut) setHelpOpen(true);
    else document.querySelector<HTMLElement>(shortcut.selector)?.focus();
  }

  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);

  return isHelpOpen && <ShortcutHelp me={me} onClose={() => setHelpOpen(false)} />;
}

/** Returns whether the target is a text field, or in a dialog or a menu with its own keys. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  const field =
    'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=grid]';
  return (
    target.closest(field) !== null ||
    document.querySelector('[role=dialog], [role=alertdialog][aria-modal=true]') !== null
  );
}
