/** What a maximum does, and who knows of it (AUTO-13). */
export const MAX_BID_TEXT =
  'Vi lägger lägsta möjliga bud åt dig, upp till ditt maxbud. Ingen annan ser det, inte heller säljaren.';
