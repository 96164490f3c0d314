/** Fewer say nothing of a speed. */
const FEWEST_TOKENS = 8

/** Tokens per second; undefined where too few came, or all at once. */
export function speedOf(tokens: number, millis: number): number | undefined {
  return tokens < FEWEST_TOKENS || millis <= 0 ? undefined : (tokens * 1000) / millis
}
