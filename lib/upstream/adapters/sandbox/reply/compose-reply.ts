import type { Conversation } from '../conversation/conversation'
import { answerAnything } from './answer-anything'
import { findReply } from './find-reply'
import { obeyStyle } from './obey-style'
import { readFixedReply } from './read-fixed-reply'

const NO_SEARCH = '*No web search was made: the sandbox has no web.*'
const manner =
  /\b(?:answer|reply|respond|briefly|in (?:one|a single) (?:word|sentence)|be (?:brief|concise)|(?:talk|speak|write) like)\b/i

/** The reply in words: what the skills know, told in the manner that the system message asks for. */
export function composeReply(conversation: Conversation, isSearching: boolean): string {
  const { system, ask } = conversation
  const fixed = readFixedReply(system)
  if (fixed !== undefined) return fixed
  const plain = findReply(conversation) ?? withPersona(answerAnything(conversation), system)
  const instructions = manner.test(ask) ? `${system}\n${ask.slice(0, 500)}` : system
  const reply = obeyStyle(plain, instructions)
  return isSearching ? `${reply}\n\n${NO_SEARCH}` : reply
}

/** `You are a seasoned chef.` → speaks as one, as far as one line goes. */
function withPersona(reply: string, system: string): string {
  const role =
    /\byou are (an? (?!helpful\b|pirate\b|ai\b|assistant\b|model\b)[\p{L} -]{3,60}?)(?=[.,;\n]| who| that| and|$)/iu.exec(
      system,
    )?.[1]
  return role === undefined ? reply : `Speaking as ${role.trim()}:\n\n${reply}`
}
