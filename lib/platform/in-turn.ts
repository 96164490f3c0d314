/**
 * Writes to a socket: at once for what is alone, among others at the end of this turn of the event loop, when all that has
 * arrived was read. A write wakes its reader, who interrupts us, so that many at once cost less than many in between.
 */
export function inTurn(isAlone: boolean, write: () => void): void {
  if (isAlone) write()
  else setImmediate(write)
}
