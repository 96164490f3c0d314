import { splitName } from '../schema/split-name'
import type { MessageFacts } from './message-facts'
import type { NumberInText } from './read-numbers'

const NEAR_CHARS = 16

export type NumberValue = NumberInText & { isNamed: boolean }

/** The numbers of a message for a property: those beside a word of its name first (`5 days` for `days`), then in order. */
export function numberValues(name: string, { text, numbers }: MessageFacts): NumberValue[] {
  const words = splitName(name).map((word) => word.replace(/s$/, ''))
  const isNear = ({ at, end }: NumberInText): boolean => {
    const around = splitName(
      `${text.slice(Math.max(0, at - NEAR_CHARS), at)} ${text.slice(end, end + NEAR_CHARS)}`,
    )
    return around.some((word) => words.includes(word.replace(/s$/, '')))
  }
  return numbers
    .map((number) => ({ ...number, isNamed: isNear(number) }))
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
}
