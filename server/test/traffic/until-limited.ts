/**
 * Calls, ten times at once, until a limit refuses one, and gives all answers. A fixed number would not do: the slower the
 * machine is, the more a limit has given back meanwhile.
 */
export async function untilLimited<Answer>(
  call: () => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!answers.some(isRefused)) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, call))));
  }
  return answers;
}
