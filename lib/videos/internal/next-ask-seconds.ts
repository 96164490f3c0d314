/** Nothing is filmed sooner, and few upstreams know by then that it cannot be. */
const FIRST_SECONDS = 2
const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 15
/** A young task is asked after often, an old one seldom: every tenth of its age. */
const PART_OF_AGE = 10

/** When to ask the upstream again. Depends on the task alone, so that its load grows with tasks and not with clients. */
export function nextAskSeconds(createdAt: Date, now: Date): number {
  const ageSeconds = Math.max(0, (now.getTime() - createdAt.getTime()) / 1000)
  const shortest = Math.max(SHORTEST_SECONDS, FIRST_SECONDS - ageSeconds)
  return Math.min(LONGEST_SECONDS, Math.max(shortest, ageSeconds / PART_OF_AGE))
}
