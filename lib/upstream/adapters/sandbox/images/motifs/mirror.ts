/** A drawing and its mirror image. */
export function mirror(drawn: string): string {
  return `${drawn}<g transform="scale(-1 1)">${drawn}</g>`
}
