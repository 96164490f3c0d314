/** One word for a POSIX shell: nothing is special inside single quotes except the quote itself. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
