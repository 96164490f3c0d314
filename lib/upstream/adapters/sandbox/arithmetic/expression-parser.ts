import { NotAnExpression } from './not-an-expression'

const MOST_NESTING = 100
const token = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/^%()]|mod|sqrt))/iy

type Operand = { value: number; isPercent: boolean }

/** Reads an arithmetic expression and works it out on the way, by the usual precedence. Nothing is ever evaluated as code. */
export class ExpressionParser {
  readonly #tokens: string[]
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#tokens = tokenise(source)
  }

  parse(): number {
    const { value } = this.#sum()
    if (this.#at < this.#tokens.length) throw new NotAnExpression()
    return value
  }

  #sum(): Operand {
    let left = this.#product()
    for (let sign = this.#eat('+', '-'); sign !== undefined; sign = this.#eat('+', '-')) {
      const right = this.#product()
      // `200 + 10%` is ten per cent more.
      const amount = right.isPercent ? left.value * right.value : right.value
      left = { value: sign === '+' ? left.value + amount : left.value - amount, isPercent: false }
    }
    return left
  }

  #product(): Operand {
    let left = this.#signed()
    for (let sign = this.#eat('*', '/', 'mod'); sign !== undefined; sign = this.#eat('*', '/', 'mod')) {
      const { value } = this.#signed()
      const results: Record<string, number> = {
        '*': left.value * value,
        '/': left.value / value,
        mod: left.value % value,
      }
      left = { value: results[sign] ?? 0, isPercent: false }
    }
    return left
  }

  #signed(): Operand {
    if (++this.#depth > MOST_NESTING) throw new NotAnExpression()
    const sign = this.#eat('+', '-')
    const operand = sign === undefined ? this.#power() : this.#signed()
    this.#depth--
    return sign === '-' ? { ...operand, value: -operand.value } : operand
  }

  #power(): Operand {
    const base = this.#percent()
    if (this.#eat('^', '**') === undefined) return base
    return { value: base.value ** this.#signed().value, isPercent: false }
  }

  /** A `%` before another number is the remainder, else per cent. */
  #percent(): Operand {
    const value = this.#primary()
    if (this.#tokens[this.#at] !== '%') return { value, isPercent: false }
    this.#at++
    const next = this.#tokens[this.#at] ?? ''
    if (!/^[\d.(]/.test(next)) return { value: value / 100, isPercent: true }
    return { value: value % this.#primary(), isPercent: false }
  }

  #primary(): number {
    const next = this.#tokens[this.#at++]
    if (next === 'sqrt') return Math.sqrt(this.#primary())
    if (next === '(') {
      if (++this.#depth > MOST_NESTING) throw new NotAnExpression()
      const { value } = this.#sum()
      this.#depth--
      if (this.#eat(')') === undefined) throw new NotAnExpression()
      return value
    }
    if (next === undefined || !/^[\d.]/.test(next)) throw new NotAnExpression()
    return Number(next)
  }

  #eat(...wanted: string[]): string | undefined {
    const next = this.#tokens[this.#at]
    if (next === undefined || !wanted.includes(next)) return undefined
    this.#at++
    return next
  }
}

function tokenise(source: string): string[] {
  const tokens: string[] = []
  const text = source.trim()
  token.lastIndex = 0
  for (let end = 0; end < text.length; end = token.lastIndex) {
    const match = token.exec(text)
    if (match === null) throw new NotAnExpression()
    tokens.push((match[1] ?? match[2] ?? '').toLowerCase())
  }
  return tokens
}
