import type { Conversation } from '../conversation/conversation'
import { answerKnown } from '../skills/answer-known'
import { calculate } from '../skills/calculate'
import { countText } from '../skills/count-text'
import { countUp } from '../skills/count-up'
import { declineTranslation } from '../skills/decline-translation'
import { describeAttachments } from '../skills/describe-attachments'
import { echo } from '../skills/echo'
import { greet } from '../skills/greet'
import { introduceItself } from '../skills/introduce-itself'
import { listThings } from '../skills/list-things'
import { recallTurns } from '../skills/recall-turns'
import { remember } from '../skills/remember'
import { reportToolResults } from '../skills/report-tool-results'
import { smallTalk } from '../skills/small-talk'
import { sortItems } from '../skills/sort-items'
import { summarise } from '../skills/summarise'
import { tellDate } from '../skills/tell-date'
import { transformText } from '../skills/transform-text'
import { writeCode } from '../skills/write-code'
import { writeCreatively } from '../skills/write-creatively'
import type { Skill } from './skill'

/** In this order: the first that knows the request answers it. */
const skills: readonly Skill[] = [
  reportToolResults,
  describeAttachments,
  smallTalk,
  introduceItself,
  greet,
  recallTurns,
  remember,
  declineTranslation,
  echo,
  transformText,
  countText,
  sortItems,
  summarise,
  tellDate,
  countUp,
  calculate,
  answerKnown,
  writeCode,
  writeCreatively,
  listThings,
]

export function findReply(conversation: Conversation): string | undefined {
  for (const skill of skills) {
    const reply = skill(conversation)
    if (reply !== undefined) return reply
  }
  return undefined
}
