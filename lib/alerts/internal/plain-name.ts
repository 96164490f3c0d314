const MOST_CHARACTERS = 40
/** What breaks a line, hides or turns text round, and what mail programs make links of. */
const unfit = /[\p{C}\p{Z}:/@\\]+|[.。．｡](?=\p{L})/gu

/**
 * A name as a mail may show it: alerts may go to somebody else's address, and whoever chose the name must not write to people
 * through us.
 */
export function plainName(name: string): string {
  const characters = [...name.replace(unfit, ' ').trim()]
  if (characters.length <= MOST_CHARACTERS) return characters.join('')
  return `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()}…`
}
