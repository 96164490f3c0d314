/** Text that is looked for as it is written: LIKE, and so Prisma's `contains`, takes `%` and `_` for wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
