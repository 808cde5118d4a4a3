import { useEffect } from 'react';

/** Sets the window's title. React would add a second `<title>` to the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
