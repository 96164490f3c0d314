import { describe, expect, it, vi } from 'vitest'
import { GroupCommit } from './group-commit'

function setUp(overrides: Partial<ConstructorParameters<typeof GroupCommit<number, number>>[0]> = {}) {
  const groups: number[][] = []
  let release: () => void = () => undefined
  const gate = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  const write = vi.fn(async (items: readonly number[]) => {
    groups.push([...items])
    await gate()
    return items.map((item) => item * 10)
  })
  const lane = new GroupCommit<number, number>({ write, gatherMillis: 0, maxItems: 3, ...overrides })
  return { lane, groups, release: () => release(), write }
}

describe('a group commit', () => {
  it('writes the items of one turn together, and queues later ones for the next group', async () => {
    const { lane, groups, release } = setUp()
    const first = [lane.add(1), lane.add(2)]
    await expect.poll(() => groups).toEqual([[1, 2]])
    const second = [3, 4, 5, 6].map((item) => lane.add(item))
    release()
    expect(await Promise.all(first)).toEqual([10, 20])
    await expect
      .poll(() => groups)
      .toEqual([
        [1, 2],
        [3, 4, 5],
      ])
    release()
    await expect.poll(() => groups).toHaveLength(3)
    release()
    expect(await Promise.all(second)).toEqual([30, 40, 50, 60])
  })

  it('flushes the items so far, and does not wait for later ones', async () => {
    const { lane, groups, release } = setUp()
    lane.add(1)
    const flushed = lane.flush()
    lane.add(2)
    await expect.poll(() => groups).toEqual([[1]])
    release()
    await flushed
    expect(lane.isBusy).toBe(true)
    await expect.poll(() => groups).toEqual([[1], [2]])
    release()
    await lane.flush()
    expect(lane.isBusy).toBe(false)
  })

  it('reports a failure to every item of the group, and continues', async () => {
    const write = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce([1])
    const lane = new GroupCommit<number, number>({ write, gatherMillis: 0, maxItems: 10 })
    const results = await Promise.allSettled([lane.add(1), lane.add(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await lane.add(3)).toBe(1)
  })

  it('tries again until written if set to, and flush waits for that', async () => {
    const write = vi
      .fn()
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValueOnce([7])
    const onRetry = vi.fn()
    const lane = new GroupCommit<number, number>({
      write,
      gatherMillis: 0,
      maxItems: 10,
      retryMillis: 1,
      onRetry,
    })
    const added = lane.add(1)
    await lane.flush()
    expect(await added).toBe(7)
    expect(onRetry).toHaveBeenCalledTimes(2)
  })
})
