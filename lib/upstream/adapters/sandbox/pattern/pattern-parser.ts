import { classRanges } from './class-ranges'
import type { CharRange, CharsNode, PatternNode } from './pattern-node'
import { UnknownPattern } from './unknown-pattern'

const MOST_NESTING = 50
const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 }
const newlines: CharRange[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]

export class PatternParser {
  readonly #chars: string[]
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#chars = [...source]
  }

  parse(): PatternNode {
    const node = this.#choice()
    if (this.#at < this.#chars.length) throw new UnknownPattern()
    return node
  }

  #choice(): PatternNode {
    const options = [this.#sequence()]
    while (this.#eat('|')) options.push(this.#sequence())
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      parts.push(this.#quantified())
    }
    return { kind: 'sequence', parts }
  }

  #quantified(): PatternNode {
    const part = this.#atom()
    const bounds = this.#quantifier()
    return bounds === undefined ? part : { kind: 'repeat', part, min: bounds[0], max: bounds[1] }
  }

  #quantifier(): [number, number] | undefined {
    const bounds = this.#bounds()
    if (bounds !== undefined) this.#eat('?')
    return bounds
  }

  #bounds(): [number, number] | undefined {
    if (this.#eat('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.#eat('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.#eat('?')) return [0, 1]
    const match = /^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/.exec(this.#chars.slice(this.#at, this.#at + 16).join(''))
    if (match === null) return undefined
    this.#at += match[0].length
    const min = Number(match[1])
    if (match[2] === undefined) return [min, min]
    return [min, match[3] === undefined ? Number.POSITIVE_INFINITY : Number(match[3])]
  }

  #atom(): PatternNode {
    const char = this.#take()
    if (char === '^') return { kind: 'start' }
    if (char === '$') return { kind: 'end' }
    if (char === '(') return this.#group()
    if (char === '[') return this.#class()
    if (char === '.') return { kind: 'chars', isNegated: true, ranges: newlines }
    if (char === '\\') return { kind: 'chars', isNegated: false, ranges: this.#escape(false) }
    if ('*+?'.includes(char)) throw new UnknownPattern()
    return only(codeOf(char))
  }

  #group(): PatternNode {
    if (++this.#depth > MOST_NESTING) throw new UnknownPattern()
    if (this.#eat('?') && !this.#eat(':')) this.#groupName()
    const node = this.#choice()
    if (!this.#eat(')')) throw new UnknownPattern()
    this.#depth--
    return node
  }

  #groupName(): void {
    if (!this.#eat('<') || this.#peek() === '=' || this.#peek() === '!') throw new UnknownPattern()
    while (this.#take() !== '>');
  }

  #class(): CharsNode {
    const isNegated = this.#eat('^')
    const ranges: CharRange[] = []
    while (!this.#eat(']')) {
      const first = this.#classMember()
      const isRange = this.#peek() === '-' && this.#chars[this.#at + 1] !== ']'
      const from = first[0]
      if (!isRange || first.length !== 1 || from === undefined || from[0] !== from[1]) {
        ranges.push(...first)
        continue
      }
      this.#take()
      const last = this.#classMember()[0]
      if (last === undefined || last[0] !== last[1]) throw new UnknownPattern()
      ranges.push([from[0], last[0]])
    }
    return { kind: 'chars', isNegated, ranges }
  }

  #classMember(): CharRange[] {
    const char = this.#take()
    if (char === '\\') return this.#escape(true)
    return [[codeOf(char), codeOf(char)]]
  }

  #escape(isInClass: boolean): CharRange[] {
    const char = this.#take()
    const known = classRanges(char, false)
    if (known !== undefined) return known
    if (char === 'p') return this.#property()
    if (isInClass && char === 'b') return [[8, 8]]
    const code = this.#escapedCode(char)
    return [[code, code]]
  }

  #property(): CharRange[] {
    let name = ''
    if (!this.#eat('{')) throw new UnknownPattern()
    for (let next = this.#take(); next !== '}'; next = this.#take()) name += next
    const ranges = classRanges(name.replace(/^(General_Category|gc)=/, ''), true)
    if (ranges === undefined) throw new UnknownPattern()
    return ranges
  }

  #escapedCode(char: string): number {
    const control = Object.hasOwn(controls, char) ? controls[char] : undefined
    if (control !== undefined) return control
    if (char === 'x') return this.#hex(2)
    if (char === 'u') return this.#eat('{') ? this.#bracedHex() : this.#hex(4)
    if (/[A-Za-z0-9]/.test(char)) throw new UnknownPattern()
    return codeOf(char)
  }

  #hex(length: number): number {
    let digits = ''
    for (let i = 0; i < length; i++) digits += this.#take()
    return hexCode(digits)
  }

  #bracedHex(): number {
    let digits = ''
    for (let next = this.#take(); next !== '}'; next = this.#take()) digits += next
    return hexCode(digits)
  }

  #peek(): string | undefined {
    return this.#chars[this.#at]
  }

  #take(): string {
    const char = this.#chars[this.#at++]
    if (char === undefined) throw new UnknownPattern()
    return char
  }

  #eat(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at++
    return true
  }
}

function only(code: number): CharsNode {
  return { kind: 'chars', isNegated: false, ranges: [[code, code]] }
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}

function hexCode(digits: string): number {
  if (!/^[0-9a-f]{1,6}$/i.test(digits)) throw new UnknownPattern()
  return Number.parseInt(digits, 16)
}
