const maxLength = 60

/** The first line of a prompt that says something, short enough for a list. */
export function titleOf(text: string): string {
  const line = text
    .split('\n')
    .map((part) => part.replace(/^[#>*\-\s]+/, '').trim())
    .find((part) => part !== '')
  if (!line) return 'New conversation'
  const characters = Array.from(line.replace(/\s+/g, ' '))
  if (characters.length <= maxLength) return characters.join('')
  const cut = characters.slice(0, maxLength).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > maxLength / 2 ? cut.slice(0, space) : cut}…`
}
