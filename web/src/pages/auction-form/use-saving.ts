import { useEffect, useRef, useState } from 'react';
import type { AuctionDraft } from './draft/auction-draft.ts';
import type { useAuctionForm } from './draft/use-auction-form.ts';

export type Saving = ReturnType<typeof useSaving>;

/**
 * Sends an auction's form once, however often it is pressed. What is refused goes to its fields; what belongs
 * to none of them is told above the form, which takes focus (FORM-6). `onFaulty`: something on the form has to
 * be mended, or not any more.
 */
export function useSaving(
  state: ReturnType<typeof useAuctionForm>,
  save: (draft: AuctionDraft) => Promise<void>,
  onFaulty: (is_faulty: boolean) => void,
) {
  const { form, faults, showError, countAttempt } = state;
  const [failure, setFailure] = useState<string[]>([]);
  const [isPending, setPending] = useState(false);
  const failureBox = useRef<HTMLDivElement>(null);
  const isFaulty = faults.length > 0 || failure.length > 0;
  useEffect(() => onFaulty(isFaulty), [isFaulty, onFaulty]);
  useEffect(() => {
    if (failure.length > 0) failureBox.current?.focus();
  }, [failure]);

  async function send(draft: AuctionDraft) {
    setPending(true);
    try {
      await save(draft);
    } catch (error) {
      setFailure(showError(error));
    } finally {
      setPending(false);
    }
  }

  async function submit() {
    if (isPending) return;
    setFailure([]);
    let isRefused = false;
    await form.handleSubmit(send, () => {
      isRefused = true;
    })();
    // Only now do the faults stand in the summary, which takes focus.
    if (isRefused) countAttempt();
  }

  return { failure, isPending, failureBox, submit };
}
