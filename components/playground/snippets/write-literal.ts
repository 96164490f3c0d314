type Dialect = {
  /** How the name of a member is written. */
  key: (name: string) => string
  true: string
  false: string
  null: string
  indent: string
}

export const typescriptDialect: Dialect = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
}

/** JSON's escapes in strings are Python's too, also `\ud83d` for half a character. */
export const pythonDialect: Dialect = {
  key: (name) => JSON.stringify(name),
  true: 'True',
  false: 'False',
  null: 'None',
  indent: '    ',
}

const inlineLength = 72

/** A JSON value as a literal of another language; what fits on one line stays on one. */
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
  return `${open}\n${items.map((item) => `${pad}${item},\n`).join('')}${dialect.indent.repeat(depth)}${close}`
}
