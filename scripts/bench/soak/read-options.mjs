const USAGE = `npm run soak -- [--requests N] [--concurrency N] [--faults SHARE]

--requests N     how many (100000)
--concurrency N  how many at a time (64)
--faults SHARE   of the upstream calls that go wrong, 0 to 1 (0.05)`

export function readOptions(args) {
  const options = { requests: 100_000, concurrency: 64, faults: 0.05 }
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]?.replace(/^--/, '')
    const value = Number(args[at + 1])
    if (!Object.hasOwn(options, name) || !(value >= 0)) {
      console.log(USAGE)
      process.exit(args[at] === '--help' ? 0 : 2)
    }
    options[name] = value
  }
  return options
}
