import { useEffect } from 'react';

/** Sets the window's title. React would add a second `<title>` beside the document's own. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
