import { useEffect, useRef } from 'react';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './auction-form.module.css';
import type { FormPictures } from './use-form-pictures.ts';

/** The auction exists, and some of its pictures did not get there: each can be tried again (FORM-4). */
export default function RemainingPictures(props: {
  auction: { id: number; number: string };
  pictures: FormPictures;
  onDone: () => void;
}) {
  const { auction, pictures, onDone } = props;
  const left = pictures.pictures;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);

  async function leaveAfter(sending: Promise<boolean>) {
    if ((await sending) && pictures.now().length === 0) onDone();
  }

  function retry(id: string) {
    const picture = left.find(({ preview }) => preview.id === id);
    if (picture !== undefined) void leaveAfter(pictures.sendOne(auction.id, picture));
  }

  function add(files: File[]) {
    pictures.add(files);
    void leaveAfter(pictures.sendAll(auction.id));
  }

  return (
    <div className={styles.form}>
      <Notice ref={notice} tone="warn" title={`Auktion ${auction.number} är skapad`}>
        {left.length === 0
          ? 'Inga bilder är kvar att skicka.'
          : `${formatCount(left.length, 'bild', 'bilder')} kunde inte skickas. Försök igen, eller ta bort dem.`}
      </Notice>
      <Card title="Bilder">
        <FileDrop
          label="Bilder som är kvar"
          accept={['image/jpeg', 'image/png']}
          files={left.map(({ preview }) => preview)}
          onAdd={add}
          onRemove={pictures.remove}
          onRetry={retry}
          error={pictures.error}
        />
        <div className={styles.choices}>
          <Button variant="primary" onPress={onDone}>
            Till auktionen
          </Button>
        </div>
      </Card>
    </div>
  );
}
