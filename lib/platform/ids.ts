import { randomBytes } from 'node:crypto'

/** The prefix says what an id stands for. The rest is the time (so that new rows are adjacent) and 80 random bits. */
export type IdPrefix =
  | 'req'
  | 'cus'
  | 'usr'
  | 'key'
  | 'pkey'
  | 'chatcmpl'
  | 'call'
  | 'resp'
  | 'cmpl'
  | 'modr'
  | 'rerank'
  | 'hold'
  | 'inst'
  | 'price'
  | 'pgrp'
  | 'route'
  | 'ord'
  | 'alert'
  | 'whep'
  | 'mail'
  | 'bench'
  | 'score'
  | 'aud'
  | 'chk'
  | 'msg'
  | 'upl'
  | 'obj'
  | 'igen'
  | 'igen_iedit'
  | 'igen_mask'
  | 'igen_ivar'
  | 'vgen'
  | 'file'
  | 'batch'
  | 'batch_req'
  | 'share'
  | 'conv'
  | 'preset'
  | 'board'
  | 'budget'
  | 'stm'
  | 'mbr'
  | 'proj'
  | 'inv'
  | 'scu'
  | 'scg'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const TAIL = 16
/** Random characters in stock, because drawing a few at a time is slow. */
let stock = ''
let used = 0
let lastMillis = 0
let lastTime = ''

export function newId(prefix: IdPrefix): string {
  if (used + TAIL > stock.length) {
    stock = drawCharacters(4096)
    used = 0
  }
  const tail = stock.slice(used, used + TAIL)
  used += TAIL
  return `${prefix}_${timePart(Date.now())}${tail}`
}

function drawCharacters(count: number): string {
  const bytes = randomBytes(count)
  for (let at = 0; at < count; at++) bytes[at] = alphabet.charCodeAt((bytes[at] ?? 0) & 31)
  return bytes.toString('latin1')
}

function timePart(millis: number): string {
  if (millis === lastMillis) return lastTime
  let rest = millis
  let digits = ''
  for (let i = 0; i < 10; i++) {
    digits = (alphabet[rest % 32] ?? '0') + digits
    rest = Math.floor(rest / 32)
  }
  lastMillis = millis
  lastTime = digits
  return digits
}

/** When an id was created; undefined for an invalid id. */
export function timeOfId(id: string): Date | undefined {
  const digits = /^[a-z]+(?:_[a-z]+)?_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id)?.[1]
  if (digits === undefined) return undefined
  let millis = 0
  for (const digit of digits) millis = millis * 32 + alphabet.indexOf(digit)
  return millis < 8.64e15 ? new Date(millis) : undefined
}
