/** Sends a message to the bench that started this process, and ends the process with it. */
export function tellParent(message) {
  process.once('disconnect', () => process.exit(0))
  process.send?.(message)
}
