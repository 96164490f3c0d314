import { describe, expect, it } from 'vitest'
import { newId, timeOfId } from './ids'

describe('an id', () => {
  it('says what it is of, is never made twice, and sorts by time', () => {
    const ids = Array.from({ length: 5000 }, () => newId('req'))
    expect(new Set(ids).size).toBe(5000)
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(newId('key').slice(4, 14) >= (ids[0] ?? '').slice(4, 14)).toBe(true)
  })

  it('says when it was made', () => {
    const before = Date.now()
    const at = timeOfId(newId('req'))?.getTime() ?? 0
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  it.each(['', 'req_', 'req_short', 'req_0000000000000000000000000!', '../../etc'])(
    'of someone else (%j) has no time',
    (id) => expect(timeOfId(id)).toBeUndefined(),
  )
})
