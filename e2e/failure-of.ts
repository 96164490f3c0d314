/** The error that the work fails with; throws when it succeeds, or fails with another kind. */
export async function failureOf<Failure extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...parameters: never[]) => Failure,
): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof kind) return error
  throw new Error('it did not fail as expected', { cause: error })
}
