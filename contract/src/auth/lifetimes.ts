/** Lifetimes (AUTH-4, 7, 8, 14), in the units of their names. */
export const AUTH = {
  codeMinutes: 10,
  codeAttempts: 5,
  resendSeconds: 60,
  accessMinutes: 10,
  idleHours: { staff: 12, station: 30 * 24 },
  sessionDays: 30,
  graceSeconds: 10,
  lostAnswerMinutes: 10,
  signOnMinutes: 10,
  linkHours: { known: 2, new: 72 },
} as const;
