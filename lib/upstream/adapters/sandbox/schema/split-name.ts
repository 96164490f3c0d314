/** The words of a property's or tool's name: `departureCity`, `departure_city` → departure, city. */
export function splitName(name: string, longest = 200): string[] {
  return name
    .slice(0, longest)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
