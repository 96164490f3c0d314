/** Short enough that texts in parts stay small. */
const MOST_LOOSE_CHARACTERS = 1024
const MAX_CHARACTERS = 2_000_000

/**
 * The text of an answer, which arrives in thousands of parts, as Latin-1. It takes one byte a character: a string that is
 * appended to keeps an object per part, and the whole event that the part was cut from.
 */
export class AnswerText {
  readonly #pieces: Buffer[] = []
  #loose = ''
  #length = 0

  get length(): number {
    return this.#length
  }

  /** What is over 2 million characters is left out. */
  append(part: string): void {
    if (part === '' || this.#length >= MAX_CHARACTERS) return
    this.#length += part.length
    this.#loose += part
    if (this.#loose.length < MOST_LOOSE_CHARACTERS) return
    this.#pieces.push(Buffer.from(this.#loose, 'latin1'))
    this.#loose = ''
  }

  toString(): string {
    return Buffer.concat(this.#pieces).toString('latin1') + this.#loose
  }
}
