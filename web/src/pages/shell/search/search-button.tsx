import type { User } from '@restvarde/contract/users';
import { Search } from 'lucide-react';
import { lazy, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { useBackCloses } from '../../../base/frame/use-back-closes.ts';
import { Button } from '../../../ui/button/button.tsx';
import { preloadWhenIdle } from '../../../ui/later.ts';

// Loaded on demand: most visits do not search from the header.
const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(loadDialog);

/** Opens the search on any page, by a press or by «/», which on a list focuses its own search box (LIST-11). */
export default function SearchButton({ me }: { me: User }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useBackCloses(isOpen, () => setOpen(false));
  const open = () => startTransition(() => setOpen(true));

  // Before the paint of the button, which advertises the key.
  useLayoutEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      const box = document.querySelector<HTMLInputElement>('[data-search-box]');
      if (box === null) startTransition(() => setOpen(true));
      else {
        box.focus();
        box.select();
      }
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <>
      <Button
        size="sm"
        isSquare
        aria-label="Sök auktion"
        aria-haspopup="dialog"
        // React Aria's button does not pass this attribute on.
        render={(props) => <button {...props} aria-keyshortcuts="/" />}
        onHoverStart={() => preloadWhenIdle(loadDialog)}
        onPressStart={() => preloadWhenIdle(loadDialog)}
        onPress={open}
      >
        <Search size={20} />
      </Button>
      {wasOpen && (
        <Suspense fallback={null}>
          <SearchDialog {...{ me, isOpen }} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** Returns whether a dialog or a menu covers the page and gets the keys. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
