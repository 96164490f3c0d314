const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 15
/** A young task is asked after often, an old one seldom: every tenth of its age. */
const PART_OF_AGE = 10

/** When to ask the upstream again. Depends on the task alone, so that its load grows with tasks and not with clients. */
export function nextAskSeconds(startedAt: Date, now: Date): number {
  const ageSeconds = Math.max(0, (now.getTime() - startedAt.getTime()) / 1000)
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, ageSeconds / PART_OF_AGE))
}
