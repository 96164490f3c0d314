import { setTimeout as pause } from 'node:timers/promises'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { type BytePairs, bytePairs, NO_TOKEN } from './byte-pairs'

/**
 * Tokens of OpenAI's o200k_base. The vocabulary is gpt-tokenizer's. Its merge takes over a minute for 120,000 Chinese
 * characters without a word break, so the merge here uses a heap.
 */

/**
 * How many characters of a request are counted: 1 to 20 ms of the event loop, depending on the text (rare Chinese characters
 * and runs of blanks take longest). An ordinary prompt of this length has about 2,000 tokens.
 */
export const EXACT_CHARACTERS = 8_192
const SAMPLES = 32

/** The tokens of a text: exact up to `EXACT_CHARACTERS`, estimated above (`countTexts`). */
export const countTokens = (text: string): number => countTexts([text])

/**
 * The tokens of all texts together. Above `EXACT_CHARACTERS` it is an estimate: that many characters are counted, in samples
 * spread over the texts, and extrapolated. The samples' positions are random, so that no text can be crafted to be light at
 * them. Never throws: `<|endoftext|>` and the like count as plain text, a lone surrogate as U+FFFD.
 */
export function countTexts(texts: readonly string[]): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= EXACT_CHARACTERS) return texts.reduce((sum, text) => sum + countExactly(text), 0)
  let characters = 0
  let tokens = 0
  for (const part of samplesOf(texts, length)) {
    characters += part.length
    tokens += countExactly(part)
  }
  return Math.ceil((tokens / characters) * length)
}

const SLICE_CHARACTERS = EXACT_CHARACTERS / 2
const SLICE_MILLIS = 5

/**
 * The exact tokens of each text, whatever its length. The event loop is free after every few milliseconds, and half of the
 * time, so that long texts leave other requests their share. (A word longer than a slice is cut, and may count one token more
 * per cut.)
 */
export async function countWhole(texts: readonly string[]): Promise<number[]> {
  const counts: number[] = []
  let began = performance.now()
  for (const text of texts) {
    let count = 0
    for (let start = 0; start < text.length; ) {
      const slice = countSlice(text, start)
      count += slice.tokens
      start = slice.end
      const tookMillis = performance.now() - began
      if (tookMillis < SLICE_MILLIS) continue
      await pause(tookMillis)
      began = performance.now()
    }
    counts.push(count)
  }
  return counts
}

/** The end of a word never depends on more characters after it. */
const AFTER_WORD_CHARACTERS = 16

/** The tokens of a slice, and where the next slice begins: before words that the end may have cut, unless there are no others. */
function countSlice(text: string, start: number): { tokens: number; end: number } {
  const slice = text.slice(start, start + SLICE_CHARACTERS)
  const whole = start + slice.length === text.length ? slice.length : slice.length - AFTER_WORD_CHARACTERS
  let tokens = 0
  for (const { 0: word, index } of slice.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    if (index > 0 && index + word.length > whole) return { tokens, end: start + index }
    tokens += tokenEnds(toLatin1Bytes(word)).length
  }
  return { tokens, end: start + slice.length }
}

/** One sample of each of `SAMPLES` equal parts of all texts joined; each sample is within one text. */
function* samplesOf(texts: readonly string[], length: number): Generator<string> {
  const size = EXACT_CHARACTERS / SAMPLES
  const part = length / SAMPLES
  const placeIn = (sample: number) => Math.floor(sample * part + Math.random() * (part - size))
  let sample = 0
  let index = placeIn(sample)
  let begin = 0
  for (const text of texts) {
    for (; sample < SAMPLES && index - begin < text.length; index = placeIn(++sample))
      yield text.slice(index - begin, index - begin + size)
    begin += text.length
  }
}

function countExactly(text: string): number {
  let count = 0
  for (const [word] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) count += tokenEnds(toLatin1Bytes(word)).length
  return count
}

/** Usually one token; several if they share a character, because text cannot be cut inside a character. */
export type TokenChunk = { text: string; tokens: number }

/** A text, split where its tokens end. Joined again it is the same text (lone surrogates as U+FFFD). */
export function splitTokens(text: string): TokenChunk[] {
  const parts: TokenChunk[] = []
  for (const window of windowsOf(text))
    for (const [word] of window.matchAll(O200K_TOKEN_SPLIT_REGEX)) pushChunks(parts, word)
  return parts
}

function pushChunks(parts: TokenChunk[], word: string): void {
  const bytes = toLatin1Bytes(word)
  const ends = tokenEnds(bytes)
  if (ends.length === 1) {
    parts.push({ text: word.toWellFormed(), tokens: 1 })
    return
  }
  let start = 0
  let tokens = 0
  for (const end of ends) {
    tokens++
    const isInsideCharacter = (bytes.charCodeAt(end) & 0xc0) === 0x80
    if (isInsideCharacter) continue
    parts.push({ text: Buffer.from(bytes.slice(start, end), 'latin1').toString('utf8'), tokens })
    start = end
    tokens = 0
  }
}

/** The text of tokens; undefined if one of them is not a token. */
export function decodeTokens(tokens: readonly number[]): string | undefined {
  const chunks: Buffer[] = []
  for (const token of tokens) {
    const part = bytePairs().bytesOf(token)
    if (part === undefined) return undefined
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The regular expression for words recurses over a long run of letters, and overflows the stack at some hundred thousand. */
const WINDOW_CHARACTERS = 32_768
const LOOK_BACK_CHARACTERS = 4_096

/** Consecutive parts of the text, cut between words. */
function* windowsOf(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const end = windowEnd(text, start)
    yield start === 0 && end === text.length ? text : text.slice(start, end)
    start = end
  }
}

/** A blank after a non-blank always begins a word, so a cut there changes no token. */
function windowEnd(text: string, start: number): number {
  const limit = start + WINDOW_CHARACTERS
  if (limit >= text.length) return text.length
  for (let at = limit; at > limit - LOOK_BACK_CHARACTERS; at--) {
    if (text[at] === ' ' && !/\s/.test(text[at - 1] ?? ' ')) return at
  }
  const isInsidePair = (text.charCodeAt(limit) & 0xfc00) === 0xdc00
  return isInsidePair ? limit + 1 : limit
}

/** The text's UTF-8 bytes as a string with one Latin-1 character per byte, which is fast to slice and hash. */
export function toLatin1Bytes(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.from(text, 'utf8').toString('latin1')
  }
  return text
}

/** The ends of the tokens of words that were merged before. */
const knownEnds = new Map<string, readonly number[]>()

const CACHED_BYTES = 48
const CACHED_WORDS = 20_000

/** Where the tokens of a word (one Latin-1 character per byte) end. Common words are merged once. */
export function tokenEnds(bytes: string): readonly number[] {
  const pairs = bytePairs()
  if (pairs.rankOf(bytes, 0, bytes.length) !== NO_TOKEN) return [bytes.length]
  if (bytes.length > CACHED_BYTES) return mergeBytes(bytes, pairs)
  const known = knownEnds.get(bytes)
  if (known !== undefined) return known
  if (knownEnds.size >= CACHED_WORDS) knownEnds.clear()
  const ends = mergeBytes(bytes, pairs)
  knownEnds.set(bytes, ends)
  return ends
}

/** Ranks are below 2^18 and positions below 2^26: both fit one exact number that sorts by rank, then by position. */
const POSITION_SPAN = 2 ** 26

/**
 * Byte-pair encoding of one word (one Latin-1 character per byte): the end of every token, in order. A heap makes it
 * n log n, so that a word of a hundred thousand letters cannot block the process.
 */
function mergeBytes(bytes: string, pairs: BytePairs): number[] {
  const count = bytes.length
  const next = Int32Array.from({ length: count + 1 }, (_, i) => i + 1)
  const previous = Int32Array.from({ length: count + 1 }, (_, i) => i - 1)
  const pairRanks = new Int32Array(count + 1).fill(NO_TOKEN)
  const heap: number[] = []

  const rankPair = (start: number): void => {
    const middle = next[start] ?? count
    const end = middle < count ? (next[middle] ?? count) : middle
    const rank = middle < count ? pairs.rankOf(bytes, start, end) : NO_TOKEN
    pairRanks[start] = rank
    if (rank !== NO_TOKEN) pushKey(heap, rank * POSITION_SPAN + start)
  }

  for (let start = 0; start < count; start++) rankPair(start)
  for (let key = popKey(heap); key !== undefined; key = popKey(heap)) {
    const start = key % POSITION_SPAN
    if (pairRanks[start] !== Math.floor(key / POSITION_SPAN)) continue
    const middle = next[start] ?? count
    const end = next[middle] ?? count
    next[start] = end
    previous[end] = start
    pairRanks[middle] = NO_TOKEN
    rankPair(start)
    const before = previous[start] ?? -1
    if (before >= 0) rankPair(before)
  }

  const ends: number[] = []
  for (let at = next[0] ?? count; ; at = next[at] ?? count) {
    ends.push(at)
    if (at >= count) return ends
  }
}

function pushKey(heap: number[], key: number): void {
  let at = heap.push(key) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const parentKey = heap[parent] ?? 0
    if (parentKey <= key) break
    heap[at] = parentKey
    at = parent
  }
  heap[at] = key
}

function popKey(heap: number[]): number | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return top
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const right = heap[child + 1]
    if (right !== undefined && right < (heap[child] ?? 0)) child++
    const childKey = heap[child] ?? 0
    if (childKey >= last) break
    heap[at] = childKey
    at = child
  }
  heap[at] = last
  return top
}
