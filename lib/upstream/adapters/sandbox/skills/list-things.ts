import type { Conversation } from '../conversation/conversation'
import { lists } from '../knowledge/lists'
import { readNumbers } from '../material/read-numbers'
import type { Skill } from '../reply/skill'

const MOST = 50
const DEFAULT_COUNT = 5
const asked =
  /\b(?:list|name|give(?: me)?|tell me|suggest|what are|provide|write(?: me)?|create|generate|brainstorm|come up with|recommend|show me|think of|i need|enumerate)\b[\s:]*(?:me |out |some of )?(?:the |a list of |all (?:the |of the )?)?((?:\w+[ -]){0,1}?)((?:good |great |creative |different |random |simple |common |popular |fun |new |interesting )*)([\p{L}][\p{L} '’-]{1,80})/iu
const countWord =
  '(?:\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|some|several|a few|a couple of)'

/** Names so many things of a kind that it knows, or so many ideas for anything. */
export const listThings: Skill = (conversation) => {
  const { ask } = conversation
  const head = ask.slice(0, 300)
  if (
    !asked.test(head) ||
    /\b(?:function|code|script|program|regex|query|poem|story|email|letter|essay)\b/i.test(head)
  )
    return undefined
  const given = new RegExp(`\\b(${countWord})\\b[\\s-]+(?:[\\p{L}-]+\\s+)*?`, 'iu').exec(head)?.[1]
  const kind = findKind(head)
  if (kind !== undefined) {
    const [name, items] = kind
    const count = readCount(given) ?? (isClosed(name) || /\ball\b/i.test(head) ? items.length : DEFAULT_COUNT)
    return format(
      items.slice(0, Math.min(count, MOST)),
      conversation,
      count > items.length ? name : undefined,
    )
  }
  return writeIdeas(head, readCount(given), conversation)
}

function findKind(head: string): [string, readonly string[]] | undefined {
  const text = head.toLowerCase().replaceAll('color', 'colour').replace('days of the week', 'day of the week')
  const found = Object.entries(lists)
    .filter(([name]) => new RegExp(`\\b${name.replace(/y$/, '(?:y|ie)')}s?\\b`).test(text))
    .sort(([a], [b]) => b.length - a.length)
  return found[0]
}

const closed = [
  'planet',
  'continent',
  'ocean',
  'day of the week',
  'weekday',
  'month',
  'season',
  'primary colour',
  'sense',
  'vowel',
  'http method',
]

function isClosed(name: string): boolean {
  return closed.includes(name)
}

function readCount(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^(?:a few|some|several)$/i.test(given)) return 3
  if (/^a couple/i.test(given)) return 2
  return /^one$/i.test(given) ? 1 : readNumbers(given)[0]?.value
}

const angles = [
  'Start small: one afternoon with {topic}',
  'Ask three people what they expect of {topic}',
  'Look at {topic} from the opposite side',
  'Make {topic} simpler by leaving one thing out',
  'Write down a checklist for {topic}',
  'Borrow an approach to {topic} from another field',
  'Set a limit of time or money for {topic}',
  'Show {topic} to a newcomer and watch',
  'Combine {topic} with something you already do',
  'Measure {topic} before and after',
]

function writeIdeas(head: string, count: number | undefined, conversation: Conversation): string | undefined {
  const topic =
    /\b(?:ideas?|tips?|ways?|suggestions?|reasons?|steps?|examples?|things?|names?|titles?|questions?|facts?)\s+(?:for|to|of|about|on|why)\s+(.+?)(?:[.?!\n]|$)/i.exec(
      head,
    )?.[1]
  if (topic === undefined) return undefined
  const about = topic.replace(/^(?:a|an|the|my|our)\s+/i, '').slice(0, 80)
  const shift = conversation.variant % angles.length
  const ordered = [...angles.slice(shift), ...angles.slice(0, shift)].map((angle) =>
    angle.replace('{topic}', about),
  )
  const wanted = Math.min(count ?? DEFAULT_COUNT, MOST)
  const items = Array.from({ length: wanted }, (_, index) => {
    const round = Math.floor(index / ordered.length)
    return `${ordered[index % ordered.length]}${round === 0 ? '' : ` (round ${round + 1})`}`
  })
  return `${format(items, conversation, undefined)}\n\n*General angles from Portico's sandbox model; a real model will be more specific.*`
}

function format(items: readonly string[], { ask, isPro }: Conversation, short: string | undefined): string {
  const note = short === undefined ? '' : `\n\nThese are all I know of the kind “${short}”.`
  if (/\bcomma[- ]separated\b|\bone line\b|\bsingle line\b|\bseparated by commas\b/i.test(ask))
    return items.join(', ') + note
  const isBulleted = /\bbullet/i.test(ask)
  const lines = items.map(
    (item, index) =>
      `${isBulleted ? '-' : `${index + 1}.`} ${isPro ? `**${upperFirst(item)}**` : upperFirst(item)}`,
  )
  return lines.join('\n') + note
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
