import { ask, type Oddity } from './oddity'
import { chunk, stream, usageChunk } from './upstream-bytes'

const streamed = ask.chat({ stream: true })

/** How events are written: lines, blanks, marks of the end, types of content. */
export const streamFrames: readonly Oddity[] = [
  {
    report: 'earendil-works/pi#7441',
    comes: 'A first chunk with `choices: []` (Azure tells there what its filter found in the prompt).',
    becomes: 'Passed over. Words, usage and the end come as ever.',
    tries: [
      {
        ask: streamed,
        answers: stream(
          { ...usageChunk, id: '', usage: null, prompt_filter_results: [] },
          chunk({ role: 'assistant', content: 'hi' }),
          chunk({}, 'stop'),
          usageChunk,
        ),
        reads: { text: 'hi' },
      },
    ],
  },
]
