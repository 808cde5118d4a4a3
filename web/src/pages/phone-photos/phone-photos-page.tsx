import { useLocation } from '@tanstack/react-router';
import { Page } from '../../base/frame/page.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PhotoGuide } from './photo-guide.tsx';

/** A phone adds pictures to the form of an auction, by a link and without a login (FORM-17). */
export default function PhonePhotosPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <Page title="Fotografera objektet" width="narrow">
      {token === '' ? (
        <Notice tone="warn">
          Länken är inte hel. Skanna koden på datorn igen, eller kopiera hela länken.
        </Notice>
      ) : (
        <PhotoGuide key={token} token={token} />
      )}
    </Page>
  );
}
