/** Known reasons for missed goals: a part of the result's name, and the reason. */
export const REASONS: [part: string, reason: string][] = [];
