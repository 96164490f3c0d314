/** What was given as `--name N`, or else the defaults; `usage` and the end of the process for anything but whole numbers above 0. */
export function readOptions(usage, defaults) {
  const options = { ...defaults }
  const args = process.argv.slice(2)
  for (let at = 0; at < args.length; at += 2) {
    const name = Object.keys(defaults).find((one) => args[at] === `--${one}`)
    const value = Number(args[at + 1])
    if (name === undefined || !Number.isInteger(value) || value < 1) {
      console.log(usage)
      process.exit(args[at] === '--help' ? 0 : 2)
    }
    options[name] = value
  }
  return options
}
