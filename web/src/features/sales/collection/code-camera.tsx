import { isReleaseCode, readCode, showCode } from '@restvarde/contract/sale/release-code';
import { Camera } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { openReader } from './barcode-detector.ts';
import styles from './hand-over.module.css';

/** The interval between scans: fast enough for users, light enough for phones. */
const SCAN_INTERVAL_MS = 250;

/** Scans the release code from a slip or a phone (PICK-7, PICK-9). */
export default function CodeCamera({ onRead }: { onRead: (code: string) => void }) {
  const [isOn, setOn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={styles.camera}>
      {isOn && (
        <Picture
          onRead={(code) => {
            setOn(false);
            onRead(code);
          }}
          onFail={() => {
            setOn(false);
            setFailed(true);
          }}
        />
      )}
      {hasFailed && (
        <Notice tone="warn" isStatus>
          Kameran gick inte att använda. Skriv koden i stället.
        </Notice>
      )}
      <Button icon={<Camera size={20} />} onPress={() => setOn(!isOn)} isWide>
        {isOn ? 'Stäng kameran' : 'Skanna koden med kameran'}
      </Button>
    </div>
  );
}

function Picture(props: { onRead: (code: string) => void; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useEffectEvent(props.onRead);
  const fail = useEffectEvent(props.onFail);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function watch() {
      const reader = openReader();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const picture = video.current;
      if (isOver || picture === null) return stop();
      picture.srcObject = stream;
      await picture.play();
      const scan = async () => {
        const [found] = await reader.detect(picture);
        const code = readCode(found?.rawValue ?? '');
        if (isOver) return;
        if (isReleaseCode(code)) read(showCode(code));
        else timer = setTimeout(() => void scan().catch(giveUp), SCAN_INTERVAL_MS);
      };
      await scan();
    }
    const giveUp = () => {
      if (!isOver) fail();
    };
    watch().catch(giveUp);
    return stop;
  }, []);
  return <video ref={video} muted playsInline aria-label="Bild från kameran" />;
}
