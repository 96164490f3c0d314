import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export function VideosSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="videos">
      <p>
        A video is a task as well. Ask for it every two to five seconds, or give a{' '}
        <InlineCode>callback_url</InlineCode> and be told.
      </p>
      <CodeBlock language="bash" code={sample(origin)} />
      <DocsTable
        label="What a video task may say"
        rows={[
          {
            name: 'content',
            text: 'Pictures, videos and sound to begin from: a first frame, a first and a last one, or references. url is a public https address, or asset://<id> of a portrait.',
          },
          {
            name: 'ratio, resolution',
            text: '16:9, 9:16, 4:3, 3:4, 21:9, 1:1 or adaptive; 480p, 720p or 1080p.',
          },
          { name: 'duration, frames', text: 'Seconds, −1 for as the model likes; frames take precedence.' },
          { name: 'generate_audio', text: 'Sound that goes with the picture.' },
          { name: 'draft', text: 'A quick look, to be finished by a task with {"type":"draft_task"}.' },
          { name: 'service_tier', text: 'default, or flex: when there is room.' },
          { name: 'return_last_frame', text: 'Gives last_frame_url, to go on from.' },
        ]}
      />
      <p>
        States are <InlineCode>queued</InlineCode>, <InlineCode>processing</InlineCode>,{' '}
        <InlineCode>completed</InlineCode>, <InlineCode>failed</InlineCode>,{' '}
        <InlineCode>cancelled</InlineCode> and <InlineCode>expired</InlineCode>.{' '}
        <InlineCode>video_url</InlineCode> works for <InlineCode>video_url_ttl</InlineCode> seconds, and every
        read gives a new one for 30 days. Not every model takes everything: its page says what it does, and
        what it does not is a 400 that names the field.
      </p>
    </DocsSection>
  )
}

const sample = (origin: string) => `TASK=$(curl -s ${origin}/v1/videos/generations \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "sandbox/video",
    "prompt": "A walk through a portico at dawn",
    "ratio": "16:9",
    "resolution": "720p",
    "duration": 5
  }' | jq -r .id)

curl ${origin}/v1/videos/generations/$TASK \\
  -H "Authorization: Bearer $PORTICO_API_KEY"

curl -X POST ${origin}/v1/videos/generations/$TASK/cancel \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`
