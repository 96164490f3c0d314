import { randomInt } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 10

/** `group-20261121203813-0f3k9q2m1x`: the field's own form, with more chance in it. */
export function newPortraitId(kind: 'group' | 'asset', now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const tail = Array.from({ length: RANDOM_CHARACTERS }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${kind}-${time}-${tail}`
}
