// What the command line says; nothing here asks or prints.
import { Failure } from '../steps/failure.mjs'

export const USAGE = `npm run benchmark -- --model ID [--suite ID …] [--limit N] [--concurrency N] [--max-tokens N] [--key KEY] [--yes]
npm run benchmark -- --resume RUN | --cancel RUN | --list
npm run benchmark -- --import FILE

Measures a model through a running Portico, stores the scores and shows them (docs/benchmarks.md).

--model ID        the model to measure
--suite ID        one suite; may be repeated (all: reasoning instructions structured-output tool-use long-context)
--limit N         the first N items of each suite; such a run is kept, but not ranked
--concurrency N   questions asked at once (4)
--max-tokens N    of each answer, instead of what its suite allows
--key KEY         the API key to ask with, instead of one made for the run and revoked after it
--yes             do not ask whether the cost is right
--resume RUN      watch a run, or go on with one that failed or was cancelled
--cancel RUN      end a run
--list            the newest runs
--import FILE     take in cited scores of others
--url URL         where Portico is (the address in DATA_DIR/demo.json)
--email EMAIL     the operator who signs in; the password in PORTICO_PASSWORD (both as in DATA_DIR/demo.json)`

const texts = {
  model: 'model',
  key: 'key',
  resume: 'resume',
  cancel: 'cancel',
  import: 'importFile',
  url: 'url',
  email: 'email',
}
const numbers = { limit: 'limit', concurrency: 'concurrency', 'max-tokens': 'maxTokens' }
const switches = { yes: 'isAgreed', list: 'isList', help: 'isHelp' }

/** Throws a Failure that says what is wrong. */
export function readOptions(args) {
  const options = { suites: [] }
  for (let at = 0; at < args.length; at += 1) {
    const name = /^--([a-z-]+)$/.exec(args[at])?.[1] ?? ''
    if (Object.hasOwn(switches, name)) options[switches[name]] = true
    else {
      at += 1
      const value = args[at]
      if (name !== 'suite' && !Object.hasOwn(texts, name) && !Object.hasOwn(numbers, name))
        throw new Failure(`There is no option ${args[at - 1]}.\n\n${USAGE}`)
      if (value === undefined || value.startsWith('--')) throw new Failure(`--${name} needs a value.`)
      if (name === 'suite') options.suites.push(...value.split(','))
      else if (Object.hasOwn(texts, name)) options[texts[name]] = value
      else options[numbers[name]] = wholeNumber(name, value)
    }
  }
  if (!options.isHelp) requireOne(options)
  return options
}

function wholeNumber(name, value) {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new Failure(`--${name} must be a whole number above 0, not "${value}".`)
}

function requireOne({ model, resume, cancel, importFile, isList }) {
  const given = [model, resume, cancel, importFile, isList].filter((one) => one !== undefined).length
  if (given !== 1)
    throw new Failure(`Give one of --model, --resume, --cancel, --list and --import.\n\n${USAGE}`)
}
