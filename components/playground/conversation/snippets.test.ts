import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { WireRequest } from './request'
import {
  pythonDialect,
  quoteShell,
  type SnippetInput,
  shortenDataUrls,
  typescriptDialect,
  writeCurl,
  writeLiteral,
  writePython,
  writeTypescript,
} from './snippets'

const nasty = `It's "quoted" \\ and $HOME \`ls\` !x %s\nsecond line\ttab – żółw 🐢 \u2028 ' '' \ud83d`

const request: WireRequest = {
  model: 'sandbox/chat',
  messages: [{ role: 'user', content: nasty }],
  temperature: 0.2,
  web_search: true,
}
const input = (change: Partial<SnippetInput> = {}): SnippetInput => ({
  request,
  origin: 'http://localhost:3000',
  stream: true,
  ...change,
})

/** Runs the words of a shell command without running the command. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`
  const printed = execFileSync('sh', ['-c', script], {
    env: { ...process.env, PORTICO_API_KEY: 'sk-portico-x' },
  })
  return printed.toString('utf8').split('\0').slice(0, -1)
}

describe('quoteShell', () => {
  it.each(['', 'plain', "it's", "''", '$HOME `ls` "x" \\', 'two\nlines', '🐢 ż'])(
    'keeps %j whole',
    (text) => {
      expect(wordsOf(`curl ${quoteShell(text)}`)).toEqual([text])
    },
  )
})

describe('writeCurl', () => {
  it('gives the shell exactly the request', () => {
    const words = wordsOf(writeCurl(input()))
    expect(words[0]).toBe('-N')
    expect(words[1]).toBe('http://localhost:3000/v1/chat/completions')
    expect(words).toContain('Authorization: Bearer sk-portico-x')
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('leaves the stream out when it is not wanted', () => {
    const words = wordsOf(writeCurl(input({ stream: false })))
    expect(words).not.toContain('-N')
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(request)
  })
})

describe('writeLiteral', () => {
  const value = {
    role: 'user',
    'x-y': [1, -0.5, true, false, null, nasty],
    empty: {},
    none: [],
    left: undefined,
  }

  it('writes TypeScript that means the same', () => {
    const literal = writeLiteral(value, typescriptDialect)
    expect(new Function(`return (${literal})`)()).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('keeps short things on one line and breaks long ones', () => {
    expect(writeLiteral({ a: 1, b: ['x'] }, typescriptDialect)).toBe('{ a: 1, b: ["x"] }')
    expect(writeLiteral({ a: 'x'.repeat(80) }, pythonDialect)).toBe(`{\n    "a": "${'x'.repeat(80)}",\n}`)
  })

  it('writes the words of Python', () => {
    expect(writeLiteral([true, false, null], pythonDialect)).toBe('[True, False, None]')
  })

  it.skipIf(!hasPython())('writes Python that means the same', () => {
    const literal = writeLiteral(value, pythonDialect)
    const script = `import json,sys\nsys.stdout.write(json.dumps(${literal}))`
    const printed = execFileSync('python3', ['-c', script]).toString('utf8')
    expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)))
  })
})

describe('the SDK snippets', () => {
  it('reads the key from the environment and never holds one', () => {
    for (const code of [writeTypescript(input()), writePython(input()), writeCurl(input())]) {
      expect(code).toContain('PORTICO_API_KEY')
      expect(code).not.toContain('sk-')
    }
  })

  it('passes the switch that the SDKs do not know beside the parameters', () => {
    expect(writeTypescript(input())).toContain('...{ web_search: true },')
    expect(writePython(input())).toContain('extra_body={"web_search": True},')
    expect(writePython(input())).not.toContain('web_search=')
  })

  it('reads a stream or a whole answer', () => {
    expect(writeTypescript(input())).toContain('for await (const chunk of stream)')
    expect(writeTypescript(input({ stream: false }))).toContain('completion.choices[0]?.message')
    expect(writePython(input())).toContain('stream=True,')
    expect(writePython(input({ stream: false }))).not.toContain('stream')
  })

  it.skipIf(!hasPython())('is valid Python', () => {
    execFileSync('python3', ['-c', 'import ast,sys; ast.parse(sys.stdin.read())'], {
      input: writePython(input()),
    })
  })
})

describe('shortenDataUrls', () => {
  it('cuts long pictures and leaves the rest', () => {
    const url = `data:image/png;base64,${'A'.repeat(500)}`
    expect(shortenDataUrls(`{"url": "${url}", "x": 1}`)).toBe(`{"url": "${url.slice(0, 48)}…", "x": 1}`)
    expect(shortenDataUrls('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
