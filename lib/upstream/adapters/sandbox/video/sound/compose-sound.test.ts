import { describe, expect, it } from 'vitest'
import { openSet } from '../stage/open-set'
import { wavOf } from '../testing/wav-of'
import { composeSound } from './compose-sound'
import { readSound } from './read-sound'
import type { Sound } from './sound'

const set = (prompt: string, seed = 7) => openSet({ prompt, seed, width: 864, height: 496, seconds: 2 })

function loudest({ left, right }: Sound): number {
  return left.reduce((most, value, at) => Math.max(most, Math.abs(value), Math.abs(right[at] ?? 0)), 0)
}

describe('the sound of a film', () => {
  it.each([
    'Waves on a beach',
    'Rain in a neon city',
    'An astronaut in space',
    'A cup of coffee on a table',
    '???',
  ])('%s: as long as the film, never too loud, in and out without a click', (prompt) => {
    const sound = composeSound(set(prompt), [])
    expect(sound.left).toHaveLength(96_000)
    expect(sound.right).toHaveLength(96_000)
    expect(loudest(sound)).toBeGreaterThan(0.4)
    expect(loudest(sound)).toBeLessThanOrEqual(0.9)
    for (const at of [0, sound.left.length - 1]) expect(Math.abs(sound.left[at] ?? 1)).toBeLessThan(0.001)
    expect(sound.left.every(Number.isFinite)).toBe(true)
  })

  it('is the same for the same film, and another for another', () => {
    const once = composeSound(set('Waves on a beach'), [])
    expect(composeSound(set('Waves on a beach'), []).left).toEqual(once.left)
    expect(composeSound(set('Waves on a beach', 8), []).left).not.toEqual(once.left)
  })

  it('has the sounds that came with the order in front', async () => {
    const [hum] = await readSound(wavOf(1))
    if (hum === undefined) throw new Error('the hum was not heard')
    expect(hum.sampleRate).toBe(44_100)
    expect(hum.left).toHaveLength(44_100)
    const mixed = composeSound(set('A quiet room'), [hum])
    const energy = (from: number) =>
      mixed.left.subarray(from, from + 9_600).reduce((sum, value) => sum + value ** 2, 0)
    expect(energy(24_000)).toBeGreaterThan(4 * energy(72_000))
  })

  it('leaves compressed sounds unheard, and refuses what is none', async () => {
    await expect(readSound(Buffer.from('no sound'))).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
