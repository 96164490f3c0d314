import type { Turn } from '../conversation/conversation'
import type { Skill } from '../reply/skill'

const QUOTED_CHARS = 600

/** Says again what was said before: by the user, or by itself. */
export const recallTurns: Skill = ({ ask, earlier }) => {
  const mine = earlier.filter((turn) => turn.role === 'user')
  const yours = earlier.filter((turn) => turn.role === 'assistant')
  if (
    /\b(?:repeat (?:that|it|yourself|what you(?: just)? said|your (?:last|previous) (?:answer|message|reply))|say (?:that|it) again|come again)\b/i.test(
      ask,
    )
  ) {
    return yours.at(-1)?.text ?? 'I have not said anything yet that I could repeat.'
  }
  if (
    /\bwhat (?:did|have) you (?:just )?(?:say|said|answer(?:ed)?|repl(?:y|ied))\b|\byour (?:last|previous) (?:answer|message|reply)\b/i.test(
      ask,
    )
  ) {
    return quote('I said', yours.at(-1))
  }
  if (
    /\bhow many (?:messages|questions|times)\b.*\bi\b.*\b(?:sen[dt]|ask(?:ed)?|wr[io]te|written)\b/i.test(ask)
  ) {
    return `This is your message number ${mine.length + 1} in this conversation.`
  }
  if (
    /\bsummari[sz]e (?:our|this|the) (?:conversation|chat|discussion)( so far)?\b|\bwhat have we (?:talked|discussed|spoken)/i.test(
      ask,
    )
  ) {
    return summariseTurns(mine)
  }
  const isAboutUser =
    /\bwhat (?:did|have|was|were) (?:the (?:first|last) thing )?i (?:just |first |initially )?(?:say|said|ask(?:ed)?|wr[io]te|written|tell|told|mention(?:ed)?)\b|\bmy (?:very )?(first|last|previous) (?:message|question|prompt)\b|\bthe (?:first|last) thing i (?:said|asked)\b/i.test(
      ask,
    )
  if (!isAboutUser) return undefined
  const isFirst = /\b(?:first|initially|in the beginning|at the start)\b/i.test(ask)
  return quote(isFirst ? 'Your first message was' : 'Before this, you said', isFirst ? mine[0] : mine.at(-1))
}

function quote(opening: string, turn: Turn | undefined): string {
  if (turn === undefined) return 'Nothing was said before this message.'
  const text = turn.text.length > QUOTED_CHARS ? `${turn.text.slice(0, QUOTED_CHARS)}…` : turn.text
  return `${opening}: “${text}”`
}

function summariseTurns(mine: readonly Turn[]): string {
  if (mine.length === 0) return 'We have only just begun: this is the first message.'
  const points = mine.slice(-10).map(({ text }) => `- ${text.replace(/\s+/g, ' ').slice(0, 120)}`)
  return `So far you wrote:\n\n${points.join('\n')}`
}
