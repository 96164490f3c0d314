/**
 * The longest that the work held the event loop, in milliseconds of this thread's processor time: what else the machine does
 * meanwhile is not in it.
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
