import { ImageOff } from 'lucide-react';
import { useKeptPicture } from './use-kept-picture.ts';

/** A small picture in a row. An icon if there is none or it fails to load. */
export function KeptThumb({ address }: { address: string | null }) {
  const { shown, isBroken, onError } = useKeptPicture(address);
  return shown === null || isBroken ? (
    <ImageOff size={20} strokeWidth={1.5} />
  ) : (
    <img className="cover" src={shown} alt="" loading="lazy" decoding="async" onError={onError} />
  );
}
