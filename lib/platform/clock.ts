/** The present moment, in one place so that tests can move it. */
export const clock = {
  now: (): Date => new Date(),
}
