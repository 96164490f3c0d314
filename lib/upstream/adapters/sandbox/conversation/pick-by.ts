/** One of several equally good choices, by a number. */
export function pickBy<T>(choices: readonly [T, ...T[]], variant: number): T {
  return choices[variant % choices.length] ?? choices[0]
}
