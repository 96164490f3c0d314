import { describe, expect, it } from 'vitest'
import { lettersWithout, splitByFace } from './split-by-face'

const drawing = (letters: RegExp) => ({ has: (point: number) => letters.test(String.fromCodePoint(point)) })
const latin = drawing(/[ -~\u00c0-\u017f]/)
const arabic = drawing(/[ \p{Script=Arabic}]/u)
const han = drawing(/[ \p{Script=Han}]/u)

const split = (text: string) =>
  splitByFace(text, latin, [arabic, han]).map(({ face, text }) => [
    face === latin ? 'latin' : face === arabic ? 'arabic' : 'han',
    text,
  ])

describe('splitByFace', () => {
  it('takes the first face that has a letter', () => {
    expect(split('Zoë 東京')).toEqual([
      ['latin', 'Zoë '],
      ['han', '東京'],
    ])
  })

  it('keeps words of one face together with the space between them', () => {
    expect(split('محمد علي Ali')).toEqual([
      ['arabic', 'محمد علي'],
      ['latin', ' Ali'],
    ])
  })

  it('leaves out a picture that no face has, and the space before it', () => {
    expect(split('Ann 🌍 👩‍💻 Lee')).toEqual([['latin', 'Ann Lee']])
    expect(split('🌍')).toEqual([])
  })

  it('leaves a letter that no face has to the first', () => {
    expect(split('Ann ก')).toEqual([['latin', 'Ann ก']])
  })
})

it('names the letters that a face lacks once, pictures and marks that are not drawn aside', () => {
  expect(lettersWithout(latin, 'Ann 東京東 🌍\u200d')).toEqual(['東', '京'])
})
