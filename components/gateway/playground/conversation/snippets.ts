import type { WireRequest } from './request'

export type SnippetLanguage = 'curl' | 'typescript' | 'python'

export type SnippetInput = {
  request: WireRequest
  /** The address of this gateway, without a path. */
  origin: string
  stream: boolean
}

/** The environment variable that snippets read the key from. They never contain a key. */
export const keyVariable = 'PORTICO_API_KEY'

/** The body that the snippet sends. */
function bodyOf({ request, stream }: SnippetInput): WireRequest {
  return stream ? { ...request, stream: true, stream_options: { include_usage: true } } : request
}

export function writeCurl(input: SnippetInput): string {
  const fields = Object.entries(bodyOf(input)).flatMap(([name, value]) =>
    value === undefined ? [] : `    ${jsonDialect.key(name)}: ${writeLiteral(value, jsonDialect, 2)}`,
  )
  const body = `{\n${fields.join(',\n')}\n  }`
  // -N: without it curl holds a stream back until its buffer is full.
  return [
    `curl ${input.stream ? '-N ' : ''}${quoteUrl(`${input.origin}/v1/chat/completions`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoteShell(body)}`,
  ].join('\n')
}

function quoteUrl(url: string): string {
  return /^[\w:/.-]+$/.test(url) ? url : quoteShell(url)
}

/** Quotes one word for a POSIX shell: inside single quotes only the quote itself is special. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** For the `openai` package. */
export function writeTypescript(input: SnippetInput): string {
  const { web_search: webSearch, ...body } = bodyOf(input)
  const fields = Object.entries(body).map(
    ([name, value]) => `  ${typescriptDialect.key(name)}: ${writeLiteral(value, typescriptDialect, 1)},`,
  )
  // A spread, because the package's types do not know this field of the gateway.
  if (webSearch) fields.push('  ...{ web_search: true },')
  return [
    `import OpenAI from 'openai'`,
    '',
    'const client = new OpenAI({',
    `  baseURL: ${JSON.stringify(`${input.origin}/v1`)},`,
    `  apiKey: process.env.${keyVariable},`,
    '})',
    '',
    `const ${input.stream ? 'stream' : 'completion'} = await client.chat.completions.create({`,
    ...fields,
    '})',
    '',
    ...(input.stream ? typescriptStream : typescriptCompletion),
    '',
  ].join('\n')
}

const typescriptStream = [
  'for await (const chunk of stream) {',
  `  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`,
  '  if (chunk.usage) console.log(chunk.usage)',
  '}',
]

const typescriptCompletion = ['console.log(completion.choices[0]?.message)', 'console.log(completion.usage)']

/** For the `openai` package. */
export function writePython(input: SnippetInput): string {
  const { web_search: webSearch, ...body } = bodyOf(input)
  const fields = Object.entries(body).map(
    ([name, value]) => `    ${name}=${writeLiteral(value, pythonDialect, 1)},`,
  )
  // The package accepts only names that it knows; other fields go into extra_body.
  if (webSearch) fields.push('    extra_body={"web_search": True},')
  return [
    'import os',
    '',
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    `    base_url=${JSON.stringify(`${input.origin}/v1`)},`,
    `    api_key=os.environ["${keyVariable}"],`,
    ')',
    '',
    `${input.stream ? 'stream' : 'completion'} = client.chat.completions.create(`,
    ...fields,
    ')',
    '',
    ...(input.stream ? pythonStream : pythonCompletion),
    '',
  ].join('\n')
}

const pythonStream = [
  'for chunk in stream:',
  '    if chunk.choices and chunk.choices[0].delta.content:',
  '        print(chunk.choices[0].delta.content, end="", flush=True)',
  '    if chunk.usage:',
  '        print("\\n", chunk.usage)',
]

const pythonCompletion = ['print(completion.choices[0].message)', 'print(completion.usage)']

type Dialect = {
  /** Writes the name of a member. */
  key: (name: string) => string
  true: string
  false: string
  null: string
  indent: string
  /** After the last of several lines. */
  end: ',' | ''
}

const jsonDialect: Dialect = {
  key: JSON.stringify,
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
  end: '',
}

export const typescriptDialect: Dialect = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
  end: ',',
}

/** Python's strings have the same escapes as JSON, even `\ud83d` for half a character. */
export const pythonDialect: Dialect = {
  key: (name) => JSON.stringify(name),
  true: 'True',
  false: 'False',
  null: 'None',
  indent: '    ',
  end: ',',
}

const inlineLength = 72

/** Writes a JSON value as a literal of another language; on one line if it fits. */
export function writeLiteral(value: unknown, dialect: Dialect, depth = 0): string {
  if (value === null || value === undefined) return dialect.null
  if (value === true) return dialect.true
  if (value === false) return dialect.false
  if (typeof value !== 'object') return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = Array.isArray(value)
    ? value.map((item) => writeLiteral(item, dialect, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${dialect.key(name)}: ${writeLiteral(item, dialect, depth + 1)}`)
  if (items.length === 0) return open + close
  const space = open === '{' && dialect.indent.length === 2 ? ' ' : ''
  const inline = `${open}${space}${items.join(', ')}${space}${close}`
  if (inline.length + depth * dialect.indent.length <= inlineLength && !inline.includes('\n')) return inline
  const pad = dialect.indent.repeat(depth + 1)
  const lines = items.map((item) => pad + item).join(',\n') + dialect.end
  return `${open}\n${lines}\n${dialect.indent.repeat(depth)}${close}`
}

const kept = 48

/** Shortens attached images on the screen, which would make a snippet unreadable. */
export function shortenDataUrls(code: string): string {
  return code.replace(/data:[\w.+/-]+;base64,[A-Za-z0-9+/=]+/g, (url) =>
    url.length > kept * 2 ? `${url.slice(0, kept)}…` : url,
  )
}
