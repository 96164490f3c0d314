import type { Conversation } from '../conversation/conversation'
import type { Skill } from '../reply/skill'
import { readFacts } from './read-facts'
import { recallFact } from './recall-fact'

const aboutUser: readonly (readonly [RegExp, string, (value: string) => string, string])[] = [
  [/\bwho am i\b|\bwhat am i called\b/i, 'name', (name) => `You are ${name}.`, 'your name'],
  [/\bhow old am i\b/i, 'age', (age) => `You are ${age} years old.`, 'your age'],
  [/\bwhere do i live\b/i, 'home', (home) => `You live in ${home}.`, 'where you live'],
  [
    /\bwhat do i do (?:for a living|for work)\b|\bwhat is my job\b/i,
    'job',
    (job) => `You work as a ${job}.`,
    'your job',
  ],
  [
    /\bwhat\b.{0,40}\b(?:(?:ask|tell|told)\b.{0,20}\bremember|remember|memori[sz]e)\b.*\?/i,
    'remembered',
    (it) => `You asked me to remember: ${it}.`,
    'anything to remember',
  ],
]

/** Gives back what the user said of themselves and of things, and acknowledges what they say now. */
export const remember: Skill = (conversation) => {
  for (const [pattern, key, say, missing] of aboutUser) {
    if (!pattern.test(conversation.ask)) continue
    const known = recallFact(conversation, key)
    return known === undefined ? `You have not told me ${missing} yet.` : say(known)
  }
  return answerNamed(conversation) ?? acknowledge(conversation)
}

const question =
  /\b(?:what(?:'s| is| are| was| were)|who(?:'s| is)|which(?: is)?|(?:do you )?(?:remember|know)|tell me|recall)\s+(?:what\s+)?(my|our|the)\s+((?:[\p{L}\p{N}'-]+\s+){0,3}?[\p{L}\p{N}'-]+?)(?:\s+(?:is|was|again|i (?:gave|told) you|called))*\s*(?:[?.!]|$)/iu

function answerNamed(conversation: Conversation): string | undefined {
  const match = question.exec(conversation.ask)
  if (match === null) return undefined
  const owner = match[1]?.toLowerCase()
  const subject = (match[2] ?? '').toLowerCase()
  const owned = subject.replace(/['’]s name$/, '')
  const told = { ...conversation, ask: '' }
  const known = recallFact(told, subject) ?? recallFact(told, owned)
  if (known !== undefined)
    return `${owner === 'the' ? 'The' : owner === 'our' ? 'Our' : 'Your'} ${subject} is ${known}.`
  return owner === 'my' ? `You have not told me your ${subject} yet.` : undefined
}

/** A message that only tells something. */
function acknowledge({ ask }: Conversation): string | undefined {
  if (
    ask.length > 300 ||
    /[?:\n]/.test(ask) ||
    !/^(?:hi|hello|hey|ok|please|and|also|by the way|my|our|i'm|i am|i live|i work|call me|the|remember|note)\b/i.test(
      ask.trim(),
    )
  ) {
    return undefined
  }
  if (/\b(?:what|write|list|give|tell|translate|summari[sz]e|explain|how)\b/i.test(ask)) return undefined
  const facts = [...readFacts([ask])]
  const name = facts.find(([key]) => key === 'name')?.[1]
  if (name !== undefined) return `Nice to meet you, ${name}! I will remember your name in this conversation.`
  const [fact] = facts
  if (fact === undefined) return undefined
  const [key, value] = fact
  if (key === 'remembered') return `I will remember it in this conversation: ${value}.`
  const owned = /\b(?:my|i'm|i am|i live|i work)\b/i.test(ask) ? 'your' : 'the'
  return `Noted: ${owned} ${key} is ${value}.`
}
