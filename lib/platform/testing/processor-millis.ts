/**
 * For tests that something is quick: the processor time that the work took in this process, in milliseconds. What else the
 * machine does meanwhile, which a clock would count, is not in it.
 */
export async function processorMillis(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
