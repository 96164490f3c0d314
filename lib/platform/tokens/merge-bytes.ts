/** Ranks lie below 2^18 and positions below 2^26: both fit one exact number that sorts by rank, then leftmost. */
const POSITION_SPAN = 2 ** 26
const NO_PAIR = -1

/**
 * Byte-pair encoding of one word (one Latin-1 character a byte): the end of every token, in order.
 * A heap makes it n log n, so that a word of a hundred thousand letters cannot hold up the process.
 */
export function mergeBytes(bytes: string, ranks: ReadonlyMap<string, number>): number[] {
  const count = bytes.length
  const next = Int32Array.from({ length: count + 1 }, (_, i) => i + 1)
  const previous = Int32Array.from({ length: count + 1 }, (_, i) => i - 1)
  const pairRanks = new Int32Array(count + 1).fill(NO_PAIR)
  const heap: number[] = []

  const rankPair = (start: number): void => {
    const middle = next[start] ?? count
    const end = middle < count ? (next[middle] ?? count) : middle
    const rank = middle < count ? (ranks.get(bytes.slice(start, end)) ?? NO_PAIR) : NO_PAIR
    pairRanks[start] = rank
    if (rank !== NO_PAIR) pushKey(heap, rank * POSITION_SPAN + start)
  }

  for (let start = 0; start < count; start++) rankPair(start)
  for (let key = popKey(heap); key !== undefined; key = popKey(heap)) {
    const start = key % POSITION_SPAN
    if (pairRanks[start] !== Math.floor(key / POSITION_SPAN)) continue
    const middle = next[start] ?? count
    const end = next[middle] ?? count
    next[start] = end
    previous[end] = start
    pairRanks[middle] = NO_PAIR
    rankPair(start)
    const before = previous[start] ?? -1
    if (before >= 0) rankPair(before)
  }

  const ends: number[] = []
  for (let at = next[0] ?? count; ; at = next[at] ?? count) {
    ends.push(at)
    if (at >= count) return ends
  }
}

function pushKey(heap: number[], key: number): void {
  let at = heap.push(key) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const parentKey = heap[parent] ?? 0
    if (parentKey <= key) break
    heap[at] = parentKey
    at = parent
  }
  heap[at] = key
}

function popKey(heap: number[]): number | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return top
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const right = heap[child + 1]
    if (right !== undefined && right < (heap[child] ?? 0)) child++
    const childKey = heap[child] ?? 0
    if (childKey >= last) break
    heap[at] = childKey
    at = child
  }
  heap[at] = last
  return top
}
