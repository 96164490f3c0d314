import { readFileSync } from 'node:fs'

/** No token has these bytes. */
export const NO_TOKEN = -1

/** Twice as many as tokens, and a power of two. */
const SLOTS = 2 ** 19
const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * The tokens of OpenAI's o200k_base by their bytes, in 5 MB: gpt-tokenizer's module and a map of strings take 50 MB, which
 * every process would keep. A token's rank is its number and its priority in a merge.
 */
export class BytePairs {
  /** The bytes of all tokens, by rank, and where each ends. */
  private readonly bytes: Buffer
  private readonly ends: Uint32Array
  /** Open addressing by a hash of the bytes: the rank plus one, or 0. */
  private readonly slots = new Int32Array(SLOTS)
  private readonly longest: number

  /** `lines`: `<base64> <rank>` in the order of ranks, as OpenAI publishes it. */
  constructor(lines: string) {
    this.bytes = Buffer.alloc(Math.ceil((lines.length * 3) / 4))
    const ends: number[] = []
    let length = 0
    let longest = 0
    for (let start = 0; start < lines.length; ) {
      const blank = lines.indexOf(' ', start)
      const size = this.bytes.write(lines.slice(start, blank), length, 'base64')
      length += size
      longest = Math.max(longest, size)
      ends.push(length)
      const lineEnd = lines.indexOf('\n', blank)
      start = lineEnd < 0 ? lines.length : lineEnd + 1
    }
    this.bytes = Buffer.from(this.bytes.subarray(0, length))
    this.ends = Uint32Array.from(ends)
    this.longest = longest
    const text = this.bytes.toString('latin1')
    for (let rank = 0; rank < ends.length; rank++) {
      const [start, end] = this.placeOf(rank)
      this.slots[this.findSlot(text, start, end)] = rank + 1
    }
  }

  /** The rank of the token `text.slice(start, end)`, with one Latin-1 character per byte. */
  rankOf(text: string, start: number, end: number): number {
    if (end - start > this.longest) return NO_TOKEN
    return (this.slots[this.findSlot(text, start, end)] ?? 0) - 1
  }

  /** The bytes of a token; undefined if there is no such token. */
  bytesOf(rank: number): Buffer | undefined {
    const [start, end] = this.placeOf(rank)
    return end === undefined ? undefined : this.bytes.subarray(start, end)
  }

  private placeOf(rank: number): [start: number, end: number | undefined] {
    return [rank > 0 ? (this.ends[rank - 1] ?? 0) : 0, this.ends[rank]]
  }

  /** The slot with the token, or the free one where it would be. */
  private findSlot(text: string, start: number, end = start): number {
    let hash = FNV_BASIS
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
    for (let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const taken = this.slots[slot] ?? 0
      if (taken === 0 || this.is(taken - 1, text, start, end)) return slot
    }
  }

  private is(rank: number, text: string, start: number, end: number): boolean {
    const first = rank > 0 ? (this.ends[rank - 1] ?? 0) : 0
    if ((this.ends[rank] ?? 0) - first !== end - start) return false
    for (let at = start; at < end; at++)
      if (this.bytes[first + at - start] !== text.charCodeAt(at)) return false
    return true
  }
}

let known: BytePairs | undefined

/** Read on first use, in some hundred milliseconds. */
export function bytePairs(): BytePairs {
  known ??= new BytePairs(
    readFileSync(new URL(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken')), 'latin1'),
  )
  return known
}
