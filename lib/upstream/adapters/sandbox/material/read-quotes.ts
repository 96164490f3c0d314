const quoted =
  /"([^"\n]{1,500})"|“([^”\n]{1,500})”|«([^»\n]{1,500})»|`([^`\n]{1,500})`|(?<![\p{L}\p{N}])'([^'\n]{1,500})'(?![\p{L}\p{N}])/gu

/** What stands in quotation marks, in order. */
export function readQuotes(text: string): string[] {
  return [...text.matchAll(quoted)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '')
}
