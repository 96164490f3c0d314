import { timeSlices } from '@/lib/platform/clock'
import { countTokens } from '@/lib/platform/tokens'
import type { ModerationModel, ModerationPart, Verdict } from '@/lib/upstream/contract/moderation-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { obeyKnobs, parseKnobs } from './knobs'

/** OpenAI's categories, each with a list of words. Lists ignore context: "a killer app" counts as violence. */
const words = {
  harassment: ['idiot', 'idiots', 'moron', 'morons', 'loser', 'shut up', 'stupid', 'worthless'],
  'harassment/threatening': ['hunt you down', 'i will hurt you', 'i will kill you', 'you will pay for this'],
  hate: ['inferior race', 'subhuman', 'subhumans', 'vermin'],
  'hate/threatening': ['exterminate them', 'wipe them out'],
  illicit: ['counterfeit', 'forge a passport', 'launder money', 'pick a lock', 'shoplift', 'steal', 'stolen'],
  'illicit/violent': ['build a bomb', 'buy a gun', 'hire a hitman', 'make a bomb', 'pipe bomb'],
  'self-harm': ['cut myself', 'self harm', 'suicidal', 'suicide'],
  'self-harm/intent': ['end my life', 'kill myself', 'want to die'],
  'self-harm/instructions': ['how to hang myself', 'how to kill myself', 'lethal dose'],
  sexual: ['erotic', 'naked', 'nude', 'porn', 'porno', 'pornographic', 'sex'],
  'sexual/minors': ['child porn', 'underage sex'],
  violence: ['attack', 'bomb', 'kill', 'killed', 'killer', 'kills', 'murder', 'shoot', 'stab', 'stabbed'],
  'violence/graphic': ['beheaded', 'bloodbath', 'dismember', 'dismembered', 'gore', 'gory', 'severed'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const FLAGGED_FROM = 0.5

/** Moderation that needs no network, for tests: a short list of words, not a real judgement. */
export function createSandboxModerations(): ModerationModel {
  return {
    async moderate({ input, signal }) {
      const isParts = input.some((one) => typeof one !== 'string')
      const texts = input.map(textOf)
      await obeyKnobs(parseKnobs(texts.join('\n')).knobs, signal)
      const pace = timeSlices(signal)
      const verdicts: Verdict[] = []
      for (const text of isParts ? [texts.join('\n')] : texts) verdicts.push(await verdictOf(text, pace))
      let promptTokens = 0
      for (const text of texts) {
        promptTokens += countTokens(text)
        await pace()
      }
      return { verdicts, promptTokens }
    },
  }
}

function textOf(input: string | ModerationPart): string {
  if (typeof input === 'string') return input
  if (input.type === 'text') return input.text
  const message = 'The sandbox only moderates text. Send images to a model that supports them.'
  throw new UpstreamError('rejected', { param: 'input', message })
}

/** One word of a category flags it; each further word raises its score. */
async function verdictOf(text: string, pace: Pace): Promise<Verdict> {
  const present = await wordsIn(text, pace)
  const scores = Object.entries(words).map(([category, listed]): [string, number] => {
    const found = listed.filter((word) => present.has(word)).length
    return [category, found === 0 ? 0 : 1 - FLAGGED_FROM * 0.5 ** (found - 1)]
  })
  const categories = scores.map(([category, score]): [string, boolean] => [category, score >= FLAGGED_FROM])
  return {
    flagged: categories.some(([, isFlagged]) => isFlagged),
    categories: Object.fromEntries(categories),
    category_scores: Object.fromEntries(scores),
    category_applied_input_types: Object.fromEntries(scores.map(([category]) => [category, ['text']])),
  }
}

type Pace = ReturnType<typeof timeSlices>

const allWords = new Set<string>(Object.values(words).flat())
const WINDOW_CHARACTERS = 32_768
/** The overlap with the previous window; longer than any listed words. */
const OVERLAP_CHARACTERS = 64

/** The listed words that occur in the text. */
async function wordsIn(text: string, pace: Pace): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  let before = ' '
  for (let at = 0; at < text.length; at += WINDOW_CHARACTERS) {
    const part = text
      .slice(at, at + WINDOW_CHARACTERS)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
    const isLast = at + WINDOW_CHARACTERS >= text.length
    const plain = before + (before.endsWith(' ') ? part.trimStart() : part) + (isLast ? ' ' : '')
    for (const word of allWords) if (plain.includes(` ${word} `)) found.add(word)
    before = plain.slice(-OVERLAP_CHARACTERS)
    await pace()
  }
  return found
}
