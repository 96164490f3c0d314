/** Waits for work, but not for ever: true when it is done. Rejects as it does. */
export async function isDoneWithin(work: Promise<unknown>, patienceMillis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMillis)
  })
  try {
    return await Promise.race([work.then(() => true), patience])
  } finally {
    clearTimeout(timer)
  }
}
