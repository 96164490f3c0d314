/**
 * What runs in the process that runs a model's code, as the text of a script: the process may read no file, so it cannot
 * load one. It takes `{code, name, calls, timeoutMillis}` from its standard input and writes one line of JSON,
 * `{"results":[…]}` or `{"fault":"…"}`. The expected values stay outside: whoever only writes output has nothing to copy.
 *
 * The code gets a realm of its own in which no object of ours is to be found; only texts go in and out. What Node offers
 * to those who get out of it all the same is taken away first.
 */
export const guestSource = `
'use strict'
const vm = require('node:vm')
const { isNativeError } = require('node:util').types
const write = process.stdout.write.bind(process.stdout)
const stdin = process.stdin
const deny = () => { throw new Error('denied') }
for (const [module, names] of [['net', ['connect', 'createConnection', 'createServer']], ['dgram', ['createSocket']], ['tls', ['connect', 'createServer']], ['http', ['request', 'get', 'createServer']], ['https', ['request', 'get', 'createServer']], ['dns', ['lookup', 'resolve']]]) {
  const loaded = require('node:' + module)
  for (const name of names) loaded[name] = deny
  if (module === 'net') { loaded.Socket.prototype.connect = deny; loaded.Server.prototype.listen = deny }
}
for (const name of ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker', 'navigator', 'require', 'module'])
  try { delete globalThis[name] } catch {}
for (const name of ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', 'mainModule', 'report', 'env'])
  try { Object.defineProperty(process, name, { value: undefined }) } catch {}

function run({ code, name, calls, timeoutMillis }) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } })
  const evaluate = (source, timeout) => vm.runInContext(source, context, { timeout })
  evaluate('globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} }; delete globalThis.WebAssembly; delete globalThis.SharedArrayBuffer; delete globalThis.Atomics', timeoutMillis)
  // What we need is kept from the code: it may change every object of its realm.
  const read = evaluate('((parse, stringify) => [(text) => parse(text), (value) => stringify(value)])(JSON.parse, JSON.stringify)', timeoutMillis)
  evaluate(code, timeoutMillis)
  const text = JSON.stringify(JSON.stringify(calls))
  context.__read = read[0]
  context.__write = read[1]
  const answer = evaluate(
    '(() => { const read = __read, write = __write; delete globalThis.__read; delete globalThis.__write;' +
    ' const results = []; for (const call of read(' + text + ')) results[results.length] = ' + name + '(...call);' +
    ' return write(results) })()',
    timeoutMillis,
  )
  return typeof answer === 'string' ? answer : undefined
}

let input = ''
stdin.setEncoding('utf8')
stdin.on('data', (piece) => { input += piece })
stdin.on('end', () => {
  let line
  try {
    const results = run(JSON.parse(input))
    line = results === undefined ? '{"fault":"no value"}' : '{"results":' + results + '}'
  } catch (error) {
    // Read without running anything of the code: no getter, no proxy.
    const said = isNativeError(error) ? Object.getOwnPropertyDescriptor(error, 'message')?.value : undefined
    const fault = typeof said === 'string' ? said.slice(0, 200) : 'it threw something'
    line = JSON.stringify({ fault })
  }
  write(line + '\\n', () => process.exit(0))
})
`
