/** A stranger's text as the database can store it: without NUL, and a surrogate that was cut from its pair replaced. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
