import { hashText } from '../conversation/hash-text'

/** Numbers that look random and are the same for the same seed on every machine. */
export type Random = {
  /** From 0 up to, but not, 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** A source of its own, so that one part of a picture does not move when another one draws more numbers. */
  fork(name: string): Random
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    fork: (name) => randomOf((seed ^ hashText(name)) >>> 0),
  }
}
