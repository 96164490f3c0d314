/** About as many lines as a chart of usual height has. */
const STEPS = 5

/** Round figures from nothing up to the first that is not below `most`: `[0, 50, 100, 150]`. Whole numbers. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(1, most / STEPS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough && one % 1 === 0) ?? rough
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step)
}
