import type { Conversation } from '../conversation/conversation'
import { readNumbers } from '../material/read-numbers'
import type { Skill } from '../reply/skill'
import { keyWords } from './key-words'
import { readPayload } from './read-payload'

const MOST_CHARS = 60_000
const asked =
  /\b(?:summari[sz]e|summary|tl;?dr|sum up|condense|shorten|key points|main points|main idea|gist)\b/i

/** Picks the sentences that hold most of a text's own frequent words, in their order. It adds nothing of its own. */
export const summarise: Skill = (conversation) => {
  const { ask, prompt, isPro } = conversation
  if (!asked.test(ask.slice(0, 300)) && !asked.test(ask.slice(-300))) return undefined
  const text = findText(conversation)
  if (text === undefined) return 'Give me the text, and I will pick out its most telling sentences.'
  const sentences = splitSentences(text.slice(0, MOST_CHARS))
  const words = keyWords(text.slice(0, MOST_CHARS), 12)
  const picked = pickSentences(sentences, words, chooseCount(ask, sentences.length, isPro))
  const isList = /\b(?:bullet|points|list)\b/i.test(ask)
  const body = isList ? picked.map((sentence) => `- ${sentence}`).join('\n') : picked.join(' ')
  const lead =
    prompt.length > 2_000 || isPro
      ? `**Summary** (${sentences.length} sentences, mostly about ${words.slice(0, 3).join(', ')}):\n\n`
      : ''
  return lead + body
}

function findText({ prompt, earlier }: Conversation): string | undefined {
  const payload = readPayload(prompt)
  if (payload !== undefined && payload.length > 20) return payload
  // The instruction may stand before or behind the text without any mark between them.
  const rest = splitSentences(prompt).filter((sentence) => !asked.test(sentence))
  if (rest.length > 0) return rest.join(' ')
  return earlier.at(-1)?.text
}

function splitSentences(text: string): string[] {
  return (text.match(/[^.!?\n]+[.!?]*(?:["')\]]+)?/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
}

function chooseCount(ask: string, sentences: number, isPro: boolean): number {
  if (/\b(?:one|a single|1) (?:sentence|line)\b|\btl;?dr\b/i.test(ask)) return 1
  const near =
    /\b(\w+)\s+(?:short |brief |key |main )?(?:sentences|points|bullets?|bullet points|lines)\b/i.exec(
      ask,
    )?.[1]
  const given = near === undefined ? undefined : readNumbers(near)[0]?.value
  return Math.max(1, Math.min(given ?? (isPro ? 4 : 2), Math.max(1, given ?? Math.ceil(sentences / 2))))
}

function pickSentences(sentences: readonly string[], words: readonly string[], count: number): string[] {
  const scored = sentences.map((sentence, index) => {
    const spoken = sentence.toLowerCase()
    const score = words.reduce(
      (sum, word, rank) => sum + (spoken.includes(word) ? words.length - rank : 0),
      0,
    )
    return { sentence, index, score: score / Math.sqrt(sentence.length + 20) + (index === 0 ? 0.5 : 0) }
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}
