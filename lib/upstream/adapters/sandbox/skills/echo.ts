import { readQuotes } from '../material/read-quotes'
import type { Skill } from '../reply/skill'

const opening = '^(?:please |now |just |can you |could you )*'
const filler =
  '(?: (?:back|to me|me|to this(?: message)?|only|exactly|just|simply|nothing but|with|using|by|saying|verbatim|the|following|this|single|exact|a single|one|word|words|text|phrase|string|message))*'

/** `Say …`, `repeat after me: …`. */
const plain = new RegExp(
  `${opening}(?:say|echo|repeat after me|repeat the following|repeat this|repeat)(?: back)?(?: exactly| just| only| the following)*\\b[\\s:,-]*([\\s\\S]+)$`,
  'i',
)
/** `Reply with exactly …`, `output only …`, `write the word …`. */
const exact = new RegExp(
  `${opening}(?:only |simply )?(?:(?:reply|respond|answer|output|print|return)\\b(?=[^:\\n]{0,60}\\b(?:only|exactly|just|nothing but|verbatim|the (?:single |exact |following )?(?:word|text|phrase|string)))|(?:write|type)\\b(?= (?:back )?(?:exactly |just |only )?the (?:single |exact |following )?(?:word|text|phrase|string)\\b))${filler}[\\s:,-]+([\\s\\S]+)$`,
  'i',
)
/** `Reply with OK`: believed only of one word. */
const short = new RegExp(
  `${opening}(?:reply|respond|answer)(?: back)? with:? (["'“\`]?[\\p{L}\\p{N}_-]+["'”\`]?)[.!]?$`,
  'iu',
)
const trailer =
  /[,;.]?\s{0,3}(?:and )?(?:nothing (?:else|more)|(?:in|with|as|using) (?:a |just |only )?(?:one|a single|single) word|only|exactly|verbatim|back to me|without (?:any )?(?:explanation|quotes|punctuation)[^.]*|(?:do not|don't) (?:add|say|write) anything else)[.!]?$/i
const notEcho =
  /^(?:something|anything|an? |in |json|valid|yes or no|that again|it again|that\b|me\b|the (?:answer|number|result|name)|(?:number|answer|result|name|details?|care|emoji|code|markdown)\b|my |your |what|how|why|one word|two |three |\d+ )/i
const otherTask = /\b(?:upper|lower|title) ?-?case\b|\bcapital letters\b|\bbackwards\b|\breversed?\b/i

/** Says just what it is told to say: the simplest request of all, and the one that tests send. */
export const echo: Skill = ({ ask, prompt }) => {
  if (ask !== prompt) return undefined
  const request = prompt.trim()
  const matched = exact.exec(request) ?? short.exec(request) ?? plain.exec(request)
  const text = stripTrailers(matched?.[1]?.trim() ?? '')
  if (text === '' || otherTask.test(text)) return undefined
  const [quoted] = readQuotes(text)
  if (quoted !== undefined && text.replace(/^["'“`«]|["'”`».!]+$/g, '').length <= quoted.length) return quoted
  const isQuestion = text.endsWith('?') && !plain.test(request)
  if (notEcho.test(text) || isQuestion) return undefined
  return /\s/.test(text) ? text : text.replace(/[.!]$/, '')
}

function stripTrailers(text: string): string {
  const stripped = text.replace(trailer, '').trim()
  return stripped === text ? text : stripTrailers(stripped)
}
