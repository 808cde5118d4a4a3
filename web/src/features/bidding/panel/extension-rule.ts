/** How a late bid moves the end, in one sentence. Null if it does not (BID-6). */
export function extensionRule(minutes: number): string | null {
  if (minutes === 0) return null;
  return minutes === 1
    ? 'Ett bud under den sista minuten förlänger auktionen till 1 minut efter budet.'
    : `Ett bud under de sista ${minutes} minuterna förlänger auktionen till ${minutes} minuter efter budet.`;
}
