/** Text that is looked for as it is written: Prisma's `contains` takes `%` and `_` for the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
