/** Undefined for `adaptive`: the vendor follows the picture, or takes its usual ratio. */
export function ratioOf(ratio: string): `${number}:${number}` | undefined {
  const [across, down] = ratio.split(':').map(Number)
  return across && down ? `${across}:${down}` : undefined
}
