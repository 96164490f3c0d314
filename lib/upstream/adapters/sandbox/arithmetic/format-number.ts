/** Without the noise of binary fractions (`0.1 + 0.2` is `0.3`); very large and very small numbers as powers of ten. */
export function formatNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e21) return BigInt(rounded).toString()
  return String(Number(value.toPrecision(12)))
}
