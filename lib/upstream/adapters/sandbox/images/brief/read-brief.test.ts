import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { readBrief } from './read-brief'

describe('readBrief', () => {
  it('finds things, places, times, colours and weather', () => {
    expect(readBrief('A red fox in a snowy forest at dusk')).toMatchObject({
      subjects: [{ motif: 'fox', count: 1, colour: '#d2322d' }],
      scene: 'forest',
      hour: 'dusk',
      weather: 'snow',
      colours: [],
    })
    expect(readBrief('Three blue sailboats and a lighthouse, teal and orange')).toMatchObject({
      subjects: [
        { motif: 'sailboat', count: 3, colour: '#2c6fbb' },
        { motif: 'lighthouse', count: 1, colour: null },
      ],
      colours: ['#1f8a84', '#f07f22'],
    })
  })

  it.each([
    ['an orange on a table', ['orange']],
    ['two oranges', ['orange']],
    ['an orange cat', ['cat']],
    ['shapes in orange', []],
  ])('tells the fruit from the colour in "%s"', (prompt, motifs) => {
    expect(readBrief(prompt).subjects.map(({ motif }) => motif)).toEqual(motifs)
  })

  it.each([
    ['A picture of an old windmill in Holland', 'Old windmill in Holland'],
    ['Please draw me a happy robot, oil on canvas', 'Happy robot'],
    ['Poster that says "Slow down"', 'Slow down'],
    ['An astronaut floating in space above a very purple planet', 'Astronaut floating in space'],
    ['', ''],
  ])('sets "%s" as "%s"', (prompt, title) => {
    expect(readBrief(prompt).title).toBe(title)
  })

  it('knows the commonest words of other languages', () => {
    expect(readBrief('一只白色的猫在海边，日落')).toMatchObject({
      subjects: [{ motif: 'cat' }],
      hour: 'sunset',
      scene: 'beach',
    })
    expect(readBrief('Ein Schloss in den Bergen im Winter')).toMatchObject({
      subjects: [{ motif: 'castle' }],
      scene: 'mountains',
      weather: 'snow',
    })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readBrief(text)))
  })

  it('is quick on a prompt of any length', async () => {
    const units = ['a red ', '"', 'three ', 'ocean ', '猫']
    const readAll = () => units.map((unit) => readBrief(unit.repeat(32_000)))
    expect(await processorMillis(readAll)).toBeLessThan(5_000)
  })
})
