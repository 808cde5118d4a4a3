/** What an object is sold for (AUC-1). */
export const DAMAGE_CONDITIONS = ['DISASSEMBLY', 'REPAIR'] as const;

/** Their labels (AUC-1). */
export const DAMAGE_LABEL: Record<(typeof DAMAGE_CONDITIONS)[number], string> = {
  DISASSEMBLY: 'Demontering',
  REPAIR: 'Reparation',
};
