/**
 * For tests: the longest time that the work blocked the event loop, in milliseconds of this thread's processor time, which
 * other load of the machine does not affect.
 */
export async function longestTurnMillis(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  await new Promise((resolve) => setImmediate(resolve))
  look()
  return longest
}

/**
 * For tests: the processor time of the work in this process in milliseconds, which other load of the machine does not affect.
 */
export async function processorMillis(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
