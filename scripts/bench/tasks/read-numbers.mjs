/** What was given behind the command, or else these; `usage` and the end of the process for anything but numbers above 0. */
export function readNumbers(usage, fallbacks) {
  const given = process.argv.slice(2)
  const isRight = given.length <= fallbacks.length && given.every((text) => /^[1-9]\d{0,8}$/.test(text))
  if (!isRight) {
    console.log(usage)
    process.exit(given[0] === '--help' ? 0 : 2)
  }
  return fallbacks.map((fallback, at) => Number(given[at] ?? fallback))
}
