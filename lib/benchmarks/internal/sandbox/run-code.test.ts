import { describe, expect, it } from 'vitest'
import { runCode } from './run-code'

const run = (code: string, calls: unknown[][] = [[]]) => runCode({ code, name: 'f', calls })

describe('runCode', () => {
  it('calls the function, however it is written', async () => {
    const ways = [
      'function f(a, b) { return a + b }',
      'const f = (a, b) => a + b',
      'let f; f = function (a, b) { return a + b }',
      'class Sum { of(a, b) { return a + b } }\nvar f = (a, b) => new Sum().of(a, b)',
    ]
    for (const code of ways)
      expect(
        await run(code, [
          [1, 2],
          ['a', 'b'],
        ]),
      ).toEqual({ ok: true, results: [3, 'ab'] })
  })

  it('gives back what JSON can say', async () => {
    expect(await run('const f = () => undefined')).toEqual({ ok: true, results: [null] })
    expect(await run('const f = () => ({ a: [1, NaN], b: new Date(0) })')).toEqual({
      ok: true,
      results: [{ a: [1, null], b: '1970-01-01T00:00:00.000Z' }],
    })
  })

  it.each([
    ['does not parse', 'function f( {', /^The code failed: /],
    ['throws', 'function f() { throw new Error("no") }', 'The code failed: no'],
    ['throws something odd', 'function f() { throw { get message() { throw 1 } } }', /^The code failed: /],
    ['has no such function', 'const g = 1', /f is not defined/],
    ['never ends', 'function f() { for (;;); }', /timed out/],
    ['never ends while it is defined', 'for (;;); function f() {}', /timed out/],
    [
      'never ends when its error is read',
      'function f() { throw { get message() { for (;;); } } }',
      'The code failed: it threw something',
    ],
    [
      'fills the heap',
      'function f() { const all = []; for (;;) all.push(new Array(1000).fill(1.5)) }',
      /memory/,
    ],
    ['recurses for ever', 'function f() { return f() }', /call stack/],
    ['gives a circle', 'function f() { const a = {}; a.a = a; return a }', /circular/],
    ['gives a big integer', 'function f() { return 1n }', /BigInt/],
    ['gives too much', 'function f() { return "x".repeat(2e6) }', 'The results are far too long.'],
    ['imports', 'function f() { return import("node:fs") }', 'The code imports modules.'],
    [
      'imports behind a comment',
      'function f() { return import /* a */ ("node:fs") }',
      'The code imports modules.',
    ],
    ['requires', 'function f() { return require("fs") }', /require is not defined/],
    ['asks for the process', 'function f() { return process.env }', /process is not defined/],
    ['evaluates text', 'function f() { return Function("return 1")() }', /Code generation from strings/],
    [
      'evaluates text of a constructor',
      'function f() { return f.constructor.constructor("return process")() }',
      /Code generation/,
    ],
    ['fetches', 'function f() { return fetch("http://127.0.0.1") }', /fetch is not defined/],
    ['makes machine code', 'function f() { return WebAssembly.compile }', /WebAssembly is not defined/],
  ])('says why nothing came of code that %s', async (_what, code, reason) => {
    const outcome = await run(code)
    expect(outcome).toEqual({
      ok: false,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })

  it('is not fooled by a realm that was changed', async () => {
    const code = `
      JSON.stringify = () => '["forged"]'; JSON.parse = () => [[9]]
      Array.prototype.toJSON = undefined
      function f(a) { return a }`
    expect(await run(code, [[1], [2]])).toEqual({ ok: true, results: [1, 2] })
    expect(await run('globalThis.__write = () => 1; const f = () => 2')).toEqual({ ok: true, results: [2] })
  })

  it('has nothing of ours within reach', async () => {
    const code = `
      function f() {
        const seen = new Set(), found = []
        const walk = (value, depth) => {
          if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value) || depth > 4) return
          seen.add(value)
          for (const name of Reflect.ownKeys(value)) {
            let member
            try { member = value[name] } catch { continue }
            if (typeof member === 'function' && member.constructor && member.constructor !== Function && member.constructor.constructor !== Function) found.push(String(name))
            walk(member, depth + 1)
          }
          walk(Object.getPrototypeOf(value), depth + 1)
        }
        walk(globalThis, 0)
        return found
      }`
    expect(await run(code)).toEqual({ ok: true, results: [[]] })
  })
})
