import { pickBy } from '../conversation/pick-by'
import type { Skill } from '../reply/skill'
import { keyWords } from './key-words'

const jokes = [
  'Why did the gateway go to therapy? It had too many unresolved promises.',
  'There are 10 kinds of people: those who read binary and those who do not.',
  'I would tell you a joke about UDP, but you might not get it.',
  'Why do programmers prefer the dark? Because light attracts bugs.',
  'A SQL query walks into a bar, sees two tables and asks: may I join you?',
] as const

type Piece = { asked: RegExp; write: (topic: string, variant: number) => string }

const pieces: readonly Piece[] = [
  {
    asked: /\bjokes?\b|\bmake me laugh\b|\bsomething funny\b/i,
    write: (_, variant) => pickBy(jokes, variant),
  },
  {
    asked: /\bhaiku\b/i,
    write: (topic) =>
      `${upperFirst(topic)}, quiet now –\na small light in the window,\nand the page still blank.`,
  },
  {
    asked: /\b(?:poem|verse|rhyme|song|lyrics|limerick|sonnet)\b/i,
    write: (topic) =>
      `**On ${topic}**\n\nI sat and thought of ${topic},\nof all that it might be,\nand every word I wrote of it\nlooked back and smiled at me.\n\nSo take these lines on ${topic},\nas plain as they appear:\na sandbox wrote them in one breath –\nthe better ones come near.`,
  },
  {
    asked: /\b(?:short )?(?:story|tale|fairy ?tale)\b/i,
    write: (topic) =>
      `Once there was a small workshop at the edge of a town, and in it everything was about ${topic}. People came with questions, and the keeper answered each of them with what she had: a lamp, a ledger and a steady hand.\n\nOne evening a stranger asked for something nobody had asked for before. The keeper thought for a while, looked at ${topic} as if for the first time, and laughed. “I do not know,” she said, “but I know whom to ask.”\n\nThey found the answer together, two streets further on, and the lamp burned late that night.`,
  },
  {
    asked: /\b(?:e-?mail|letter|message to|invitation|cover letter)\b/i,
    write: (topic) =>
      `Subject: ${upperFirst(topic)}\n\nHello,\n\nI am writing about ${topic}. Could you let me know what suits you, and by when you need an answer?\n\nThank you and best regards,\n[Your name]`,
  },
]

/** Jokes, verses, stories and letters: short ones, made from a mould. */
export const writeCreatively: Skill = ({ ask, variant }) => {
  const head = ask.slice(0, 300)
  if (
    !/\b(?:write|tell|compose|create|make|give|draft|sing|need|another|know|generate)\b|^(?:a |short )*(?:joke|haiku|poem|story)\b/i.test(
      head,
    )
  )
    return undefined
  const piece = pieces.find(({ asked }) => asked.test(head))
  if (piece === undefined || /\bsend\b/i.test(head)) return undefined
  return piece.write(readTopic(head), variant)
}

function readTopic(head: string): string {
  const about =
    /\b(?:about|on|of|regarding|asking for|to say)\s+(?!me\b|you\b|us\b)(.{2,60}?)(?:[.?!,\n]|$)/i.exec(
      head,
    )?.[1] ?? /\b(?:for|to)\s+(?!me\b|you\b|us\b)(.{2,60}?)(?:[.?!,\n]|$)/i.exec(head)?.[1]
  const words = keyWords(head, 10).filter(
    (word) =>
      !/^(?:joke|poem|haiku|story|short|song|email|letter|funny|rhyme|draft|compose|create|generate|another|know)$/.test(
        word,
      ),
  )
  return about?.trim() ?? words[0] ?? 'a quiet day'
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
