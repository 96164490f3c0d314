import type { Transcript } from '@/lib/upstream/contract/audio-model'
import type { TranscriptionForm, TranscriptReply, TranscriptUsage } from './schema'

type Format = TranscriptionForm['response_format']

/** A transcript in the requested format, with its media type. Only JSON includes its usage. */
export function writeTranscript(
  transcript: Transcript,
  format: Format,
  { seconds, usage }: { seconds: number; usage: TranscriptUsage },
): { mimeType: string; body: string } {
  const text = (body: string) => ({ mimeType: 'text/plain; charset=utf-8', body })
  if (format === 'text') return text(`${transcript.text}\n`)
  if (format === 'srt') return text(cuesOf(transcript, seconds).map(toSrt).join(''))
  if (format === 'vtt') return text(`WEBVTT\n\n${cuesOf(transcript, seconds).map(toVtt).join('')}`)
  const logprobs = transcript.logprobs && { logprobs: [...transcript.logprobs] }
  const reply =
    format === 'json' ? { text: transcript.text, ...logprobs, usage } : toVerbose(transcript, seconds, usage)
  return { mimeType: 'application/json; charset=utf-8', body: JSON.stringify(reply) }
}

function toVerbose(transcript: Transcript, duration: number, usage: TranscriptUsage): TranscriptReply {
  const { language, text, segments, words } = transcript
  return {
    task: 'transcribe',
    language,
    duration,
    text,
    ...(segments.length > 0 && { segments: [...segments] }),
    ...(words.length > 0 && { words: [...words] }),
    usage,
  }
}

type Cue = { start: number; end: number; text: string }

/** Where the upstream gives no times, all of it is one cue. */
function cuesOf({ segments, text }: Transcript, seconds: number): readonly Cue[] {
  return segments.length > 0 || text === '' ? segments : [{ start: 0, end: seconds, text }]
}

/** A blank line would end the cue. */
const wordsOf = ({ text }: Cue) => text.trim().replace(/\n\s*\n/g, '\n')

function toSrt(cue: Cue, index: number): string {
  return `${index + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${wordsOf(cue)}\n\n`
}

/** `-->` and markup have a meaning in WebVTT. */
function toVtt(cue: Cue): string {
  const words = wordsOf(cue).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('-->', '--&gt;')
  return `${clock(cue.start, '.')} --> ${clock(cue.end, '.')}\n${words}\n\n`
}

/** `01:02:03.456` */
function clock(seconds: number, mark: ',' | '.'): string {
  const millis = Math.round(seconds * 1000)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const [hours, minutes] = [two(millis / 3_600_000), two((millis / 60_000) % 60)]
  return `${hours}:${minutes}:${two((millis / 1000) % 60)}${mark}${String(millis % 1000).padStart(3, '0')}`
}
