import { expect, it } from 'vitest'
import { chainOf } from './player-dialog'

const clip = (id: string, from: string | null, signature = 'a') => ({
  id,
  video_url: 'https://example.com/media/clip',
  last_frame_url: `https://example.com/media/end-of-${id}?signature=${signature}`,
  inputs:
    from === null
      ? []
      : [
          {
            type: 'image' as const,
            role: 'first_frame' as const,
            url: `https://example.com/media/end-of-${from}?signature=b`,
          },
        ],
})
const ids = (clips: { id: string }[]) => clips.map(({ id }) => id)

it('finds what led to a clip and what goes on from it', () => {
  const [third, second, other, first] = [clip('3', '2'), clip('2', '1'), clip('x', null), clip('1', null)]
  const records = [third, second, other, first]
  for (const one of [first, second, third]) expect(ids(chainOf(one, records))).toEqual(['1', '2', '3'])
  expect(ids(chainOf(other, records))).toEqual(['x'])
})

it('ends where clips begin with each other', () => {
  const records = [clip('2', '1'), clip('1', '2')]
  expect(ids(chainOf(clip('1', '2'), records))).toEqual(['2', '1'])
})
