import type { Skill } from '../reply/skill'
import { readPayload } from './read-payload'

type Transform = { asked: RegExp; apply: (text: string) => string }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const command =
  '(?:please |can you |could you )*(?:convert|change|turn|transform|make|write|put|rewrite|spell)?'

const transforms: readonly Transform[] = [
  {
    asked: /\breverse\b(?!.*\b(?:order|list|function|code|script|engineer)\b)|\bbackwards?\b/i,
    apply: (text) =>
      [...graphemes.segment(text)]
        .map(({ segment }) => segment)
        .reverse()
        .join(''),
  },
  {
    asked: /\b(?:upper ?-?case|all caps|capital letters|capitali[sz]e every letter)\b/i,
    apply: (text) => text.toUpperCase(),
  },
  { asked: /\b(?:lower ?-?case|small letters)\b/i, apply: (text) => text.toLowerCase() },
  {
    asked: /\b(?:title ?-?case|capitali[sz]e (?:each|every|the first letter of (?:each|every)) word)\b/i,
    apply: (text) =>
      text.replace(/\p{L}[\p{L}'’]*/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  },
]

/** Reverses a text, or changes the case of its letters. */
export const transformText: Skill = ({ ask, prompt }) => {
  const transform = transforms.find(({ asked }) => asked.test(ask))
  if (
    transform === undefined ||
    /\b(?:answer|reply|respond)\b/i.test(ask.slice(0, 60)) ||
    /\b(?:function|program|code|script)\b/i.test(ask)
  )
    return undefined
  const text = readPayload(prompt) ?? readInline(ask)
  return text === undefined || text === '' ? undefined : transform.apply(text)
}

const inline = [
  new RegExp(
    `^${command}\\s*(?:reverse|uppercase|lowercase|capitali[sz]e)\\s+(?:the\\s+)?(?:word|text|string|sentence|phrase|letters of)?\\s*(.+?)[?.!]?$`,
    'i',
  ),
  new RegExp(
    `^${command}\\s*(?:the\\s+)?(?:word|text|string|sentence|phrase)?\\s*(.+?)\\s+(?:in(?:to)?|to|as)?\\s*(?:all )?(?:upper ?-?case|lower ?-?case|title ?-?case|all caps|capital letters|small letters|backwards?)[?.!]?$`,
    'i',
  ),
]

/** `reverse the word stressed`, `write hello in uppercase`. */
function readInline(ask: string): string | undefined {
  for (const pattern of inline) {
    const text = pattern.exec(ask.trim())?.[1]?.trim()
    if (text) return text
  }
  return undefined
}
