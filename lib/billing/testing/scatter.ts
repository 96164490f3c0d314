/** For tests: each item one to three times, in an order that the numbers decide. */
export function scatter<T>(items: readonly T[], numbers: Iterator<number>): T[] {
  const next = () => numbers.next().value ?? 0
  const copies = items.flatMap((item) =>
    Array.from({ length: 1 + (next() % 3) }, () => ({ item, rank: next() })),
  )
  return copies.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}
