type Step<Given extends unknown[], Result> = (...given: Given) => Promise<Result>

/** For tests: of all steps that are wrapped by `breaking`, the one with that number throws, before it is done or after. */
export function breakStep(number: number, isDone: boolean, error: Error) {
  let count = 0
  const breaking =
    <Given extends unknown[], Result>(step: Step<Given, Result>): Step<Given, Result> =>
    async (...given) => {
      count += 1
      if (count !== number) return step(...given)
      if (isDone) await step(...given)
      throw error
    }
  return { breaking, hasBroken: () => count >= number }
}
