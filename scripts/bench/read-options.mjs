const USAGE = `npm run bench -- [--quick] [--json FILE] [--no-portico] [--no-portkey]

--quick       one short round instead of five: a look, not a measurement
--json FILE   every sample besides the table
--no-NAME     leave a contender out (${'bare, portico, portkey'})`

export function readOptions(args) {
  const options = { isQuick: false, jsonFile: undefined, without: new Set() }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]
    if (arg === '--quick') options.isQuick = true
    else if (arg === '--json' && args[at + 1]) options.jsonFile = args[++at]
    else if (/^--no-(?:bare|portico|portkey)$/.test(arg)) options.without.add(arg.slice('--no-'.length))
    else {
      console.log(USAGE)
      process.exit(arg === '--help' ? 0 : 2)
    }
  }
  return options
}
