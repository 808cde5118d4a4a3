import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce, announceAtOnce } from '../announce.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2000;

/** Copies a value to the clipboard. `of` names the value, for example «reg.nr». */
export function CopyButton({ value, of }: { value: string; of: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce('Kopierat');
    } catch {
      announceAtOnce('Det gick inte att kopiera.');
    }
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant="quiet"
      size="sm"
      isSquare
      aria-label={`Kopiera ${of}`}
      onPress={() => void copy()}
    >
      <Icon size={18} />
    </Button>
  );
}
