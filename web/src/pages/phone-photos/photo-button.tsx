import { type ReactElement, useRef } from 'react';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';

/** A button that opens the camera, or the phone's choice of pictures. */
export function PhotoButton(
  props: Pick<ButtonProps, 'children' | 'variant' | 'aria-label'> & {
    icon: ReactElement;
    /** One picture of the camera. Otherwise the phone offers its pictures too, several at once. */
    isCamera?: boolean;
    onPhotos: (photos: File[]) => void;
  },
) {
  const { isCamera = false, onPhotos, ...look } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' })}
        onChange={({ target }) => {
          const photos = [...(target.files ?? [])];
          // The same picture can be chosen again.
          target.value = '';
          if (photos.length > 0) onPhotos(photos);
        }}
      />
      <Button size="lg" isWide {...look} onPress={() => input.current?.click()} />
    </>
  );
}
