import type { Conversation } from '../conversation/conversation'
import { pickBy } from '../conversation/pick-by'
import { keyWords } from '../skills/key-words'

const SIGNATURE =
  "*This is Portico's sandbox model: it answers offline and knows little. Choose a real model for a real answer.*"

/** When no skill knows the request: an honest, readable answer that is about what was asked. */
export function answerAnything(conversation: Conversation): string {
  const words = keyWords(conversation.ask, 6)
  const body =
    words.length === 0
      ? answerNothing(conversation)
      : conversation.isPro
        ? answerAtLength(conversation, words)
        : answerShortly(conversation, words)
  return `${body}\n\n${SIGNATURE}`
}

function answerNothing({ prompt }: Conversation): string {
  if (prompt.trim() === '') return 'Your message is empty. Ask me something, and I will do what I can.'
  return `You wrote “${prompt.slice(0, 200)}”. I am not sure what to make of it; could you say more?`
}

function answerShortly({ ask, variant }: Conversation, words: readonly string[]): string {
  const subject = readSubject(ask)
  const openings = [
    `I know little about **${subject}**, but here is a frame for an answer.`,
    `On **${subject}** I can offer a way to think about it rather than facts.`,
    `**${upperFirst(subject)}** is beyond what I know; this is how I would go about it.`,
  ] as const
  const points = [
    `**What plays into it:** ${joinWords(words)}.`,
    `**Where to begin:** ${pickBy(beginnings, variant)}`,
    `**How to check it:** ${pickBy(checks, Math.floor(variant / 7))}`,
  ]
  return `${pickBy(openings, variant)}\n\n${points.map((point) => `- ${point}`).join('\n')}`
}

const beginnings = [
  'write down what you know and what you still need to find out.',
  'take one concrete example and follow it from end to end.',
  'name the result you want, and work backwards from there.',
  'compare two ways to do it and note where they differ.',
] as const

const checks = [
  'try it on the smallest case you can think of, then on the oddest.',
  'explain it to someone who has never heard of it.',
  'look for a case in which it would be wrong.',
] as const

function answerAtLength({ ask, variant }: Conversation, words: readonly string[]): string {
  const subject = readSubject(ask)
  const aspects = words.length < 2 ? [...words, 'limits', 'cost'] : words.slice(0, 5)
  const rows = aspects.map((aspect, index) => `| ${aspect} | ${pickBy(questions, variant + index)} |`)
  return [
    `## ${upperFirst(subject)}`,
    'I know little of the matter itself. Below is a frame for a full answer: what belongs in it, in which order, and what to check.',
    `### What plays into it\n\n| Aspect | Question to settle |\n|---|---|\n${rows.join('\n')}`,
    `### Step by step\n\n1. Begin like this: ${pickBy(beginnings, variant)}\n2. Go through ${joinWords(aspects)}, one after the other.\n3. Then ${pickBy(checks, Math.floor(variant / 7))}\n4. Write down what you decided, and why.`,
    `### In short\n\nA good answer about ${subject} is concrete, says what it leaves out, and can be checked.`,
  ].join('\n\n')
}

const questions = [
  'What would change if this were different?',
  'Who depends on it, and how do they notice?',
  'How is it measured, and how often?',
  'What is the simplest form of it that still works?',
] as const

const leadIn =
  /^(?:(?:please|hi|hello|hey|so|well|ok)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i (?:want|need|would like) (?:you )?to (?:know )?|tell me (?:more )?(?:about )?|explain (?:to me )?|describe |discuss |compare |write (?:a |an |one |some )?(?:\w+ )?(?:about|on) |what(?:'s| is| are| was| were) |who(?:'s| is| was) |give me (?:an? )?(?:overview|introduction|explanation) (?:of|to) )+/i

/** What a question is about, in its own words: `Explain how indexes work` → how indexes work. */
function readSubject(ask: string): string {
  const [line = ''] = ask.trim().split('\n', 1)
  const [sentence = line] = line.replace(/[#*_`>|]/g, '').split(/(?<=[.?!])\s/, 1)
  const subject = sentence.replace(leadIn, '').replace(/[\s.?!:,]+$/, '')
  if (subject === '') return keyWords(ask, 1)[0] ?? 'this'
  return subject.length > 90 ? `${subject.slice(0, 90).trimEnd()}…` : subject
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
