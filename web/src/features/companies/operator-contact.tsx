import { useEffect, useState } from 'react';

interface Contact {
  email: string;
  phone: string | null;
}

/** The operator's contact details, for public pages (SHELL-13). Renders nothing if none are configured. */
export function OperatorContact() {
  const [contact, setContact] = useState<Contact | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch('/contact.json', { signal: leaving.signal })
      .then(async (answer) => answer.ok && setContact((await answer.json()) as Contact | null))
      .catch(() => {});
    return () => leaving.abort();
  }, []);
  if (contact === null) return null;
  return (
    <p>
      Du når oss på <a href={`mailto:${contact.email}`}>{contact.email}</a>
      {contact.phone !== null && (
        <>
          {' '}
          eller <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>
        </>
      )}
      <span>.</span>
    </p>
  );
}
