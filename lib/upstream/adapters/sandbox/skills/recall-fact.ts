import type { Conversation } from '../conversation/conversation'
import { readFacts } from './read-facts'

/** What the user has said of something, in this conversation or through the system message. */
export function recallFact({ system, earlier, ask }: Conversation, key: string): string | undefined {
  const said = earlier
    .slice(-200)
    .filter((turn) => turn.role === 'user')
    .map((turn) => turn.text.slice(0, 4_000))
  return readFacts([system, ...said, ask]).get(key)
}
