import { readDates } from './read-dates'
import { readNames } from './read-names'
import { type NumberInText, readNumbers } from './read-numbers'
import { readPlaces } from './read-places'
import { readQuotes } from './read-quotes'
import { readRemainder } from './read-remainder'

/** What can be found in a message, found when it is first asked for. */
export class MessageFacts {
  readonly text: string
  readonly #found = new Map<string, readonly string[]>()
  #numbers: readonly NumberInText[] | undefined

  constructor(text: string) {
    this.text = text
  }

  get quotes(): readonly string[] {
    return this.#once('quotes', readQuotes)
  }

  get places(): readonly string[] {
    return this.#once('places', (text) => readPlaces(text))
  }

  get origins(): readonly string[] {
    return this.#once('origins', (text) => readPlaces(text, 'from|leaving|departing'))
  }

  get destinations(): readonly string[] {
    return this.#once('destinations', (text) => readPlaces(text, 'to|into|towards'))
  }

  get names(): readonly string[] {
    return this.#once('names', readNames)
  }

  get dates(): readonly string[] {
    return this.#once('dates', readDates)
  }

  get times(): readonly string[] {
    return this.#match(
      'times',
      /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\b|\b\d{1,2}\s?[ap]m\b|\bnoon\b|\bmidnight\b/gi,
    )
  }

  get emails(): readonly string[] {
    return this.#match('emails', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g)
  }

  get urls(): readonly string[] {
    return this.#match('urls', /https?:\/\/[^\s<>"')]+[^\s<>"').,;!?]/g)
  }

  get codes(): readonly string[] {
    return this.#match(
      'codes',
      /\b(?=[A-Za-z0-9_-]*\d)[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*\b|(?<=#)\d+|\b\d{3,}\b/g,
    )
  }

  get currencies(): readonly string[] {
    return this.#match(
      'currencies',
      /\b(?:USD|EUR|GBP|JPY|CNY|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|BRL|MXN|KRW|ZAR|BTC|ETH)\b/g,
    )
  }

  get languages(): readonly string[] {
    return this.#match(
      'languages',
      /\b(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Chinese|Japanese|Korean|Arabic|Hindi|Turkish|Greek|Latin|Swedish)\b/gi,
    )
  }

  get symbols(): readonly string[] {
    return this.#match('symbols', /\b[A-Z]{2,5}\b/g)
  }

  get formulas(): readonly string[] {
    return this.#match('formulas', /[-+(]*\d[\d.\s()+*/^%×÷-]*[+*/^%×÷-][\d.\s()+*/^%×÷-]*\d\)*/g)
  }

  get remainder(): readonly string[] {
    return this.#once('remainder', (text) => (text.trim() === '' ? [] : [readRemainder(text)]))
  }

  get numbers(): readonly NumberInText[] {
    this.#numbers ??= readNumbers(this.text)
    return this.#numbers
  }

  mentions(words: string): boolean {
    const plain = words.toLowerCase().replace(/[_-]+/g, ' ').trim()
    if (plain === '') return false
    const text = this.text.toLowerCase().replace(/[_-]+/g, ' ')
    for (let at = text.indexOf(plain); at !== -1; at = text.indexOf(plain, at + 1)) {
      const isWhole = !isWordChar(text[at - 1]) && !isWordChar(text[at + plain.length])
      if (isWhole && (plain.length > 1 || /[\d°]/.test(text[at - 1] ?? plain))) return true
    }
    return false
  }

  #match(name: string, pattern: RegExp): readonly string[] {
    return this.#once(name, (text) => [...new Set(text.match(pattern) ?? [])])
  }

  #once(name: string, read: (text: string) => readonly string[]): readonly string[] {
    const known = this.#found.get(name)
    if (known !== undefined) return known
    const found = read(this.text)
    this.#found.set(name, found)
    return found
  }
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char)
}
